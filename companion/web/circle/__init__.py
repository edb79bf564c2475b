"""A circle's pages: who plays together, the evening so far, its people, its phones, the house rules that it keeps."""
