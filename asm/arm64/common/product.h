// product.h: the registers of code that is the same for both variants, up to the products, which are `times` and `squared`
// in schoolbook/product.h and karatsuba/product.h. No other code includes this file.
//
// FIRST and SECOND hold factors, LOW and HIGH the halves of a product; no product touches REST, x0, x27 and x28, but all
// may change any other register.

#define FIRST  a_0, a_1, a_2, a_3
#define SECOND b_0, b_1, b_2, b_3
#define LOW    l_0, l_1, l_2, l_3
#define HIGH   h_0, h_1, h_2, h_3
#define REST   r_0, r_1, r_2, r_3
#define a_0    x3
#define a_1    x4
#define a_2    x5
#define a_3    x6
#define b_0    x7
#define b_1    x8
#define b_2    x9
#define b_3    x19
#define l_0    x11
#define l_1    x12
#define l_2    x13
#define l_3    x14
#define h_0    x15
#define h_1    x16
#define h_2    x17
#define h_3    x10
#define r_0    x23
#define r_1    x24
#define r_2    x25
#define r_3    x26
#define temp   x22
#define k38    x27              // for 38
