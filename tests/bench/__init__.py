"""How fast it is. `make bench` measures and writes RESULTS.md; nothing here is a test that can fail for being slow."""
