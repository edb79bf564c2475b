"""Who hears of a change, in this process and in others. Knows no table, only codes and stamps."""
