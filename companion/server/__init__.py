"""What runs the app: the ASGI shell, streams, sockets."""
