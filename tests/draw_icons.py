"""Draw the icons in static/icons from static/icon.svg, with Chromium: `python -m tests.draw_icons`.

Phones that cannot show an SVG on their start screen take these. They are committed: draw them
again when the SVG changes.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.installed_programs import chromium

STATIC = Path(__file__).parents[1] / "static"
ROUNDED = (192, 512)
# The phone cuts these to a shape of its own: their ground reaches into the corners.
WHOLE = {"apple-touch": 180, "maskable": 512}


def main() -> None:
    """Draw each icon."""
    rounded = (STATIC / "icon.svg").read_text()
    whole = rounded.replace(' rx="15"', "")
    assert whole != rounded
    wanted = [(f"icon-{size}", size, rounded) for size in ROUNDED]
    wanted += [(f"{name}-{size}", size, whole) for name, size in WHOLE.items()]
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for name, size, drawing in wanted:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{drawing}")
            page.screenshot(path=STATIC / "icons" / f"{name}.png", omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
