"""The games as Gymnasium environments, one or many at once; `arcg.gym` is the door to it."""
