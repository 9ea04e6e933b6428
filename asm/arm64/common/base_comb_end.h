// base_comb_end.h: takes back the names that base_comb.h gave, for the code of copies that follows.

#undef PX
#undef PY
#undef PZ
#undef PT
#undef Q
#undef M
#undef FRAME
#undef BELOW
#undef ENTRY
#undef digit
#undef sign
#undef entries
#undef left
