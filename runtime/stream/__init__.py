"""Streams: learners meet fresh levels of games over a long time, and what they keep of them is measured."""
