"""For who runs it, and for the network: health and metrics, a hotspot without the internet, phones that do not come."""
