"""Publishing changes, to subscribers in this process and to other processes. Knows codes and stamps, not tables."""
