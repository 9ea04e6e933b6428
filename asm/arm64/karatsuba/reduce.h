.macro reduce r0, r1, r2, r3, r4, r5, r6, r7, w4,w5,w6,w7, a0, a1, a2, a3, wa0,wa1,wa2,wa3, c, cw, top, topw
    mov \cw, #38
    lsr \a0, \r4, #32
    lsr \a1, \r5, #32
    lsr \a2, \r6, #32
    lsr \a3, \r7, #32
    umull \r4, \w4, \cw
    umull \r5, \w5, \cw
    umull \r6, \w6, \cw
    umull \r7, \w7, \cw
    umull \a0, \wa0, \cw
    umull \a1, \wa1, \cw
    umull \a2, \wa2, \cw
    umull \a3, \wa3, \cw
    adds \r0, \r0, \r4
    adcs \r1, \r1, \r5
    adcs \r2, \r2, \r6
    adcs \r3, \r3, \r7
    lsr \top, \a3, #32
    adc \top, \top, xzr
    extr \a3, \a3, \a2, #32
    extr \a2, \a2, \a1, #32
    extr \a1, \a1, \a0, #32
    lsl \a0, \a0, #32
    adds \r0, \r0, \a0
    adcs \r1, \r1, \a1
    adcs \r2, \r2, \a2
    adcs \r3, \r3, \a3
    adc \top, \top, xzr
    mov \cw, #19
    extr \top, \top, \r3, #63
    and \r3, \r3, #0x7fffffffffffffff
    umull \top, \topw, \cw
    adds \r0, \r0, \top
    adcs \r1, \r1, xzr
    adcs \r2, \r2, xzr
    adc \r3, \r3, xzr
.endm
