package dev.bascule.models.zoo;

import java.nio.charset.StandardCharsets;

/**
 * SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014), written out because
 * the JDK specifies the interface of its generators but not the numbers: the zoo's bytes must be the same on every JDK.
 * Not thread-safe.
 */
public final class SplitMix {
    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;
    private static final long FNV_OFFSET = 0xCBF29CE484222325L;
    private static final long FNV_PRIME = 0x100000001B3L;

    private long state;

    private SplitMix(long seed) {
        this.state = seed;
    }

    /** A generator whose numbers depend on the name alone (FNV-1a 64 of its UTF-8 bytes). */
    public static SplitMix named(String name) {
        long hash = FNV_OFFSET;
        for (byte octet : name.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (octet & 0xFF)) * FNV_PRIME;
        }
        return new SplitMix(hash);
    }

    public long nextLong() {
        state += GOLDEN_GAMMA;
        return mixed(state);
    }

    /** The number that a generator of this seed gives as its so manieth, from 0: asked for in any order, by any thread. */
    public static long numbered(long seed, int number) {
        return mixed(seed + (number + 1) * GOLDEN_GAMMA);
    }

    private static long mixed(long state) {
        long z = state;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /** Uniform in [0, 1) in steps of 2^-24, so every value is exact in a float. */
    public float nextFloat() {
        return (nextLong() >>> 40) * 0x1p-24f;
    }

    /** Uniform in [0, bound). */
    public long nextBelow(long bound) {
        return (long) (nextFloat() * (double) bound);
    }

    /** Standard normal (Box and Muller 1958). */
    public double nextGaussian() {
        double radius = StrictMath.sqrt(-2 * StrictMath.log(1 - (double) nextFloat()));
        return radius * StrictMath.cos(2 * StrictMath.PI * nextFloat());
    }
}
