package dev.bascule.fallback.testing;

/**
 * How much a test does that is tagged {@code sized}: little in {@code mvn verify}, all of it in {@code mvn verify -Pfull}.
 * Stateless.
 */
public final class TestSize {
    private static final boolean FULL = "full".equals(System.getProperty("bascule.testSize"));

    private TestSize() {}

    /** The number of repetitions, cases or kills: {@code usual}, or {@code full} where there is time. */
    public static int of(int usual, int full) {
        return FULL ? full : usual;
    }
}
