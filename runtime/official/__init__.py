"""The games in the words of the official toolkit: ids, versions, metadata, answers, recordings."""
