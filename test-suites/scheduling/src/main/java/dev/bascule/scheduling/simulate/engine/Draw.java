package dev.bascule.scheduling.simulate.engine;

import java.util.SplittableRandom;

/** Seeds of what is drawn: each job has draws of its own, so that they are the same wherever and whenever it is placed. Stateless. */
final class Draw {
    private Draw() {}

    static long seed(long seed, long one, long other) {
        return mixed(mixed(seed ^ 0x9E3779B97F4A7C15L * (one + 1)) ^ 0xC2B2AE3D27D4EB4FL * (other + 1));
    }

    static SplittableRandom of(long seed, long one, long other) {
        return new SplittableRandom(seed(seed, one, other));
    }

    /** The finalizer of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014). */
    private static long mixed(long value) {
        long mixed = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }
}
