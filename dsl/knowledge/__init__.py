"""What a picture or a map may be taken for: signs of a culture, where only shapes should be."""
