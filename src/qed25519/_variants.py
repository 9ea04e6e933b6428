"""The variants of the assembly, and which of them is for a machine.

x86-64: the first whose features the CPU shows.  Arm64: by the cores (`_arm64_cores`); both run on all of them.  The
environment variable QED25519_BACKEND names one instead; naming one that cannot run here is an ImportError.
"""

from typing import NamedTuple

from qed25519._host import Host

VARIABLE = "QED25519_BACKEND"


class Variant(NamedTuple):
    """Assembly for one architecture: the CPU features that it needs, and how the names of its routines begin."""

    name: str
    architecture: str
    needs: frozenset[str]
    prefix: str

    @property
    def common(self) -> str:
        """How the names of routines begin that both variants of the architecture use."""
        return f"qed25519_{self.architecture}_common_"


# Those of one architecture in order of preference.
VARIANTS = (
    Variant("adx", "x86_64", frozenset({"bmi2", "adx"}), "qed25519_x86_64_adx_"),
    Variant("mul", "x86_64", frozenset(), "qed25519_x86_64_mul_"),
    Variant("schoolbook", "arm64", frozenset(), "qed25519_arm64_schoolbook_"),
    Variant("karatsuba", "arm64", frozenset(), "qed25519_arm64_karatsuba_"),
)
NAMES = (*(variant.name for variant in VARIANTS), "python")


def decide(wanted: str | None, machine: Host) -> tuple[Variant, str]:
    """The variant `wanted`, or without a wish the best for the machine; and why.

    Raises ImportError for a wish that the machine cannot grant.
    """
    if wanted is not None:
        variant = next(variant for variant in VARIANTS if variant.name == wanted)
        _check(variant, machine)
        return variant, f"{VARIABLE}={wanted}"
    here = of_architecture(machine.architecture)
    if machine.architecture == "arm64":
        from qed25519._arm64_cores import variant_for

        name, why = variant_for(machine.midrs)
        return next(variant for variant in here if variant.name == name), why
    best = here[0]
    variant = next(variant for variant in here if variant.needs <= machine.features)
    if variant is best:
        return variant, f"the CPU shows {listed(best.needs)}"
    return variant, f"the CPU does not show {listed(best.needs - machine.features)}, which {best.name} needs"


def of_architecture(architecture: str) -> list[Variant]:
    return [variant for variant in VARIANTS if variant.architecture == architecture]


def runnable(machine: Host) -> list[Variant]:
    """All that the machine can run."""
    return [variant for variant in of_architecture(machine.architecture) if variant.needs <= machine.features]


def listed(features: frozenset[str]) -> str:
    """ "ADX and BMI2" """
    return " and ".join(feature.upper() for feature in sorted(features))


def _check(variant: Variant, machine: Host) -> None:
    if variant.architecture != machine.architecture:
        names = [other.name for other in of_architecture(machine.architecture)]
        raise ImportError(f"{VARIABLE}={variant.name}: this is code for {variant.architecture}, and this machine is "
                          f"{machine.architecture}; expected one of {', '.join((*names, 'python'))}")
    if missing := variant.needs - machine.features:
        raise ImportError(f"{VARIABLE}={variant.name}: this CPU does not show {listed(missing)}, "
                          f"which {variant.name} needs (a virtual machine can hide them)")
