"""The commands of `companion`, a module each. Each is imported light: what is heavy comes in when it runs."""
