"""Text to meaning: grammar, syntax tree, priors, checker and diagnostics of the `.arcg` language."""
