"""The server: games behind the official REST API, sessions and scorecards of many clients, and the page for people."""
