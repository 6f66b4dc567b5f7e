"""Games of other languages, turned into `.arcg` text. Each language has a folder; each reads, then writes."""
