"""The kernels of games of rules over cells (`Program.cellwise`): tables, matching, turns, drawing, bytes."""
