// base_comb_end.h: takes back the names that base_comb.h gave, for the code of copies that follows.

#undef PX
#undef PY
#undef PZ
#undef PT
#undef Q
#undef M
#undef SIGN
#undef OUT
#undef FRAME
#undef BELOW
#undef ENTRY
#undef ROW
#undef entries
#undef left
#undef digit
#undef LOW
#undef SECOND
#undef THIRD
