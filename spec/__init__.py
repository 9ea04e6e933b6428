"""The mathematics that the theorems speak of, executable and slow.  Standard library only."""
