"""What can be asked and thrown, and the ways of answering it: rolled, priced, simulated, solved."""
