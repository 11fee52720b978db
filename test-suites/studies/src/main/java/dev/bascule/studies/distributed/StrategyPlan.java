package dev.bascule.studies.distributed;

import dev.bascule.studies.distributed.Strategy.Way;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A network trained by ranks that each hold a part of it, and by one that holds all.
 *
 * @param batch samples of a step, of all ranks together
 * @param every so many steps is a checkpoint
 * @param hidden width between the two layers of a block
 * @param microBatches into which a pipeline takes what it has of a batch
 */
public record StrategyPlan(
        Strategy strategy,
        List<Integer> ranks,
        int batch,
        int steps,
        int every,
        int seed,
        int blocks,
        int hidden,
        int microBatches,
        Optional<LinkLimit> link,
        Duration limit) {
    /** Characters of Base64 for each float, and around each tensor; of a sample's number; of all else of a step. */
    private static final double TOLD = 5.4;

    private static final long TENSOR = 200;
    private static final long SAMPLE = 10;
    private static final long STEP = 300;
    private static final int WAYS = 2;

    public StrategyPlan {
        ranks = List.copyOf(ranks);
        if (blocks < 1 || hidden < 1 || microBatches < 1) {
            throw new IllegalArgumentException("a network of nothing");
        }
    }

    static final Way ONE = new Way("one rank", Layout.ONE, Strategy.GPIPE, 1, false);
    static final Way REVERSED = new Way("other order", Layout.ONE, Strategy.GPIPE, 1, true);

    List<Way> ways(int count) {
        return strategy.ways(count, microBatches);
    }

    /** Why it cannot be shared out among its ranks, in words for who chose it. */
    public Optional<String> misfit() {
        return ranks.stream().flatMap(this::misfits).findFirst();
    }

    private Stream<String> misfits(int count) {
        Optional<String> refused = strategy.refuses(count);
        return refused.isPresent() ? refused.stream() : ways(count).stream().flatMap(way -> misfits(way).stream());
    }

    private List<String> misfits(Way way) {
        Layout layout = way.layout();
        int parts = layout.replicas() * way.microBatches();
        return Stream.of(
                        divides(hidden, layout.shards(), "--hidden %d is not divisible by %d shards of a layer"),
                        divides(blocks, layout.stages(), "--blocks %d is not divisible by %d stages of a pipeline"),
                        divides(batch, parts, "--batch %d is not divisible by the %d micro-batches of all replicas"))
                .flatMap(Optional::stream)
                .toList();
    }

    private static Optional<String> divides(int whole, int parts, String words) {
        return whole % parts == 0 ? Optional.empty() : Optional.of(words.formatted(whole, parts));
    }

    /** What is allowed, and costs. */
    List<String> notes(int count) {
        return ways(count).stream()
                .filter(way -> way.microBatches() < way.layout().stages())
                .map(way -> "%s: micro-batches (%d) are fewer than the %d stages, which never all work at the same time"
                        .formatted(way.name(), way.microBatches(), way.layout().stages()))
                .toList();
    }

    SplitNetwork network() {
        return new SplitNetwork(blocks, hidden);
    }

    RankJob one() {
        return new RankJob(1, request(List.of(ONE, REVERSED)), Optional.empty(), limit, limit);
    }

    RankJob job(int count) {
        return new RankJob(count, request(ways(count)), link, limit, limit);
    }

    private Map<String, Object> request(List<Way> ways) {
        Map<String, Object> request = new LinkedHashMap<>();
        request.put("kind", "strategies");
        request.put("batch", batch);
        request.put("steps", steps);
        request.put("every", every);
        request.put("seed", seed);
        request.put("blocks", blocks);
        request.put("hidden", hidden);
        request.put("ways", ways.stream().map(StrategyPlan::request).toList());
        return request;
    }

    private static Map<String, Object> request(Way way) {
        return Map.of(
                "name", way.name(),
                "replicas", way.layout().replicas(),
                "stages", way.layout().stages(),
                "shards", way.layout().shards(),
                "schedule", way.schedule(),
                "microBatches", way.microBatches(),
                "reversed", way.reversed());
    }

    public List<Integer> checkpoints() {
        return DataPlan.checkpoints(steps, every);
    }

    /** Characters that the most talkative rank tells, at most. */
    public long mostTold() {
        long once = Math.round(TOLD * network().parameters())
                + TENSOR * network().tensors().size();
        return WAYS * ((checkpoints().size() + 1) * once + steps * (STEP + SAMPLE * batch));
    }

    /** How many samples of a batch a replica takes. */
    int share(Way way) {
        return batch / way.layout().replicas();
    }
}
