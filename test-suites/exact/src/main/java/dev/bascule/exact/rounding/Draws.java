package dev.bascule.exact.rounding;

import dev.bascule.models.zoo.SplitMix;

/** Even draws that are asked for by number, in any order and from any thread. Immutable. */
record Draws(long seed) {

    /** Between -1 and 1, evenly. */
    double even(int number) {
        return (SplitMix.numbered(seed, number) >>> 11) * 0x1p-52 - 1;
    }
}
