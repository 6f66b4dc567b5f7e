"""What a checked game means, in plain English: for designers, for reviewers and for programs."""
