package dev.bascule.fallback.measure;

/** Wilson's interval of a share (Wilson 1927). Stateless. */
public final class Wilson {
    /** The normal distribution's 97.5 % point. */
    private static final double Z = 1.959963984540054;

    private Wilson() {}

    /**
     * The interval of 95 %.
     *
     * @param right of them
     * @param of at least one
     */
    public static Interval of(long right, int of) {
        double share = (double) right / of;
        double weight = 1 + Z * Z / of;
        double middle = (share + Z * Z / (2.0 * of)) / weight;
        double half = Z / weight * Math.sqrt(share * (1 - share) / of + Z * Z / (4.0 * of * of));
        // With none or all right the ends are 0 and 1 but for rounding.
        return new Interval(right == 0 ? 0 : middle - half, right == of ? 1 : middle + half);
    }
}
