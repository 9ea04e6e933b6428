"""p = 2^255 - 19 and l = 2^252 + 27742317777372353535851937790883648493 are prime.

Pocklington: let F divide N - 1 with F^2 > N.  If some a has a^(N-1) = 1 (mod N), and
gcd(a^((N-1)/q) - 1, N) = 1 for every prime q that divides F, then N is prime.  (A prime divisor r of N would
have r = 1 (mod F), so r > F > sqrt(N).)

A certificate is a and the primes q; F is the largest divisor of N - 1 that is made of them.  Each q is below
2^20, where trial division settles it, or has a certificate of its own.
"""

from math import gcd

from .field import P

L = 2**252 + 27742317777372353535851937790883648493  # the order of the base point

CERTIFICATES: dict[int, tuple[int, tuple[int, ...]]] = {
    P: (2, (74058212732561358302231226437062788676166966415465897661863160754340907,)),
    74058212732561358302231226437062788676166966415465897661863160754340907: (
        2,
        (75445702479781427272750846543864801, 31757755568855353),
    ),
    75445702479781427272750846543864801: (2, (1919519569386763, 72106336199)),
    1919519569386763: (2, (8574133, 127)),
    8574133: (2, (991, 103)),
    72106336199: (2, (2773320623,)),
    2773320623: (2, (569003,)),
    31757755568855353: (2, (430751, 4153)),
    L: (2, (276602624281642239937218680557139826668747,)),
    276602624281642239937218680557139826668747: (2, (19757330305831588566944191468367130476339,)),
    19757330305831588566944191468367130476339: (2, (172054593956031949258510691,)),
    172054593956031949258510691: (2, (4434155615661930479,)),
    4434155615661930479: (2, (1257559732178653,)),
    1257559732178653: (2, (1224481, 531581)),
    1224481: (2, (2551,)),
}


def is_proved_prime(n: int) -> bool:
    """True only if n is prime, by trial division below 2^20 and by its certificate above."""
    if n < 2**20:
        return n > 1 and all(n % d for d in range(2, 2**10) if d * d <= n)
    if n not in CERTIFICATES:
        return False
    a, primes = CERTIFICATES[n]
    factored = 1
    for q in primes:
        while (n - 1) % (factored * q) == 0:
            factored *= q
    return (
        factored * factored > n
        and pow(a, n - 1, n) == 1
        and all((n - 1) % q == 0 and gcd(pow(a, (n - 1) // q, n) - 1, n) == 1 for q in primes)
        and all(q < n and is_proved_prime(q) for q in primes)
    )
