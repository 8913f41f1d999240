//! Changes method bodies and copies everything else of a class file to the letter.
