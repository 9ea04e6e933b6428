"""The prover: contracts, statements, obligations, solver, cache, reports."""
