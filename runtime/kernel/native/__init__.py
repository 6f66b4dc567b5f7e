"""Machine code for one game: its queries, translated from the code of the query machine by way of LLVM."""
