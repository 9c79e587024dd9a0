"""The edge: pages, files, odds and the rulebook over HTTP, play over WebSocket."""

__all__ = ["app", "logs", "serve"]
