"""The library of priors, written in the language itself: one `.arcg` file per family of Core Knowledge."""
