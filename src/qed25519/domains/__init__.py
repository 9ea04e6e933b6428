"""What a machine word can be: an int, an unknown, a bit-vector variable, a polynomial over the integers."""
