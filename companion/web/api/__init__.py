"""The JSON API: what programs ask of tables, and the document of all of it."""
