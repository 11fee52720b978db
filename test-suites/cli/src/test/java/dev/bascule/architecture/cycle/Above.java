package dev.bascule.architecture.cycle;

import dev.bascule.architecture.cycle.below.Below;

/** One half of a cycle that the rules must see. */
public record Above(Below below) {}
