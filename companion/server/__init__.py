"""What runs the app: the ASGI shell, streams, worker processes, sockets."""
