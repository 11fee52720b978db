package dev.bascule.studies.quantization;

/**
 * The class that a model says most often: who always says so agrees with it as often, whatever it is fed. Immutable.
 *
 * @param answer its index
 * @param times how often it is said
 * @param places of how many rows of all samples
 */
public record Commonest(int answer, long times, long places) {
    /** From here on agreement says little, which is told. */
    private static final double MOSTLY = 0.95;

    /** @throws IllegalArgumentException for figures that cannot be, as of a file that somebody changed */
    public Commonest {
        if (answer < 0 || times < 1 || places < times) {
            throw new IllegalArgumentException("nobody says class %d %d times of %d".formatted(answer, times, places));
        }
    }

    double share() {
        return (double) times / places;
    }

    boolean isMostly() {
        return share() >= MOSTLY;
    }

    boolean isAlways() {
        return times == places;
    }

    String words() {
        return "class %d in %.1f %% of %,d places".formatted(answer, 100 * share(), places);
    }
}
