"""A small PuzzleScript game as a text."""

PUSH = """\
title Push

========
OBJECTS
========

Background
black

Wall
brown

Player
white

Crate
orange

Target
darkblue

=======
LEGEND
=======

. = Background
# = Wall
P = Player
* = Crate
O = Target

=======
SOUNDS
=======

================
COLLISIONLAYERS
================

Background
Target
Player, Wall, Crate

======
RULES
======

[ > Player | Crate ] -> [ > Player | > Crate ]

==============
WINCONDITIONS
==============

All Target on Crate

=======
LEVELS
=======

#######
#P.*.O#
#######
"""
"""A PuzzleScript text."""
