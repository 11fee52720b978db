package dev.bascule.studies.distributed;

/**
 * The checksum of what a collective must bring, computed by the host: each element times its place. All are whole numbers whose
 * sums stay below 2^53. Stateless.
 */
final class CommValues {
    private static final int PERIOD = 1021;
    private static final int MIDDLE = 510;
    private static final int WEIGHTS = 65_521;

    private CommValues() {}

    /** What a rank puts in at a place. */
    static int value(int rank, int round, long place) {
        return Math.toIntExact(Math.floorMod(place % PERIOD * 31 + rank * 17L + round * 7L, PERIOD)) - MIDDLE;
    }

    static long checksum(Collective collective, int rank, int ranks, long bytes, int round) {
        int count = Math.toIntExact(bytes / 4);
        int share = count / ranks;
        int[][] patterns = new int[ranks][PERIOD];
        int[] total = new int[PERIOD];
        for (int each = 0; each < ranks; each++) {
            for (int i = 0; i < PERIOD; i++) {
                patterns[each][i] = value(each, round, i);
                total[i] += patterns[each][i];
            }
        }
        return switch (collective) {
            case ALL_REDUCE -> sum(total, 0, 0, count);
            case BROADCAST -> sum(patterns[0], 0, 0, count);
            case REDUCE_SCATTER -> sum(total, (long) rank * share, 0, share);
            case ALL_GATHER -> {
                long sum = 0;
                for (int each = 0; each < ranks; each++) {
                    sum += sum(patterns[each], 0, (long) each * share, share);
                }
                yield sum;
            }
            case ALL_TO_ALL -> {
                long sum = 0;
                for (int each = 0; each < ranks; each++) {
                    sum += sum(patterns[each], (long) rank * share, (long) each * share, share);
                }
                yield sum;
            }
        };
    }

    /** Of a run of elements that begins at one place of its source and at another of the result. */
    private static long sum(int[] pattern, long source, long into, int count) {
        long sum = 0;
        int from = Math.toIntExact(source % PERIOD);
        int weight = Math.toIntExact(into % WEIGHTS);
        for (int i = 0; i < count; i++) {
            sum += (long) pattern[from] * (weight + 1);
            from = from + 1 == PERIOD ? 0 : from + 1;
            weight = weight + 1 == WEIGHTS ? 0 : weight + 1;
        }
        return sum;
    }
}
