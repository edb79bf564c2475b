"""The scores page with its curve, and the result as it leaves the app: text, picture, spreadsheet, another app."""
