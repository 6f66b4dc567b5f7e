"""The games we ship: one folder each, `<id>/<id>.arcg` with recordings of a win and a loss."""
