"""A table's page: what it shows, the taps that it takes, its seats, and the board."""
