"""Rules for what a header and a class tell: modifiers, bases, members."""
