package dev.bascule.studies.distributed;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which collectives are timed.
 *
 * @param sizes in bytes, ascending
 * @param rounds each goes through all sizes and collectives, so that a drift meets all alike
 * @param foretold numbers of ranks that are not run, and whose times are foretold
 */
public record CommPlan(
        List<Integer> ranks,
        List<Long> sizes,
        List<Collective> collectives,
        int rounds,
        List<Integer> foretold,
        Optional<LinkLimit> link,
        Duration limit) {
    /** Sizes of which each collective's bytes are counted: headers and the ranks' meetings are small beside them. */
    static final long COUNTED = 1 << 20;

    static final int COUNTED_TIMES = 4;
    private static final int ELEMENT = 4;

    public CommPlan {
        ranks = List.copyOf(ranks);
        sizes = List.copyOf(sizes);
        collectives = List.copyOf(collectives);
        foretold = List.copyOf(foretold);
    }

    /** What this size becomes with so many ranks: whole elements of float32 for each, as nccl-tests cut them; at least one. */
    static long fitted(long size, int ranks) {
        long share = (long) ELEMENT * ranks;
        return Math.max(share, size / share * share);
    }

    List<Long> fitted(int count) {
        return sizes.stream().map(size -> fitted(size, count)).distinct().toList();
    }

    RankJob job(int count) {
        Map<String, Object> request = new LinkedHashMap<>();
        request.put("kind", "comm");
        request.put("sizes", fitted(count));
        request.put("rounds", rounds);
        request.put("collectives", collectives.stream().map(Collective::word).toList());
        request.put("countedBytes", fitted(COUNTED, count));
        request.put("countedTimes", COUNTED_TIMES);
        return new RankJob(count, request, link, limit, limit);
    }
}
