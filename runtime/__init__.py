"""Running programs: the engine protocol, the reference engine, environments and recordings."""
