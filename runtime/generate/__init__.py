"""Fresh levels: what a game's `generate` blocks describe, drawn, certified by the solver, and distinct."""
