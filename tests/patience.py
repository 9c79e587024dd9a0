"""How long tests wait for what must come. Whatever takes longer hangs: no machine is so slow, and what passes never waits."""

PATIENCE = 180  # seconds
