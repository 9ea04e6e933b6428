"""Decoders, instruction models and the machine.  Imports nothing else of this project."""
