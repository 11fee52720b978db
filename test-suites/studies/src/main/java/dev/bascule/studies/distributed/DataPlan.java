package dev.bascule.studies.distributed;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A small network trained by several workers on parts of each batch.
 *
 * @param batch samples of all workers together
 * @param every so many steps is a checkpoint
 */
public record DataPlan(
        List<Integer> ranks,
        int batch,
        int steps,
        int every,
        int seed,
        Optional<LinkLimit> link,
        Duration patience,
        Duration limit) {
    public DataPlan {
        ranks = List.copyOf(ranks);
    }

    /**
     * How gradients come together.
     *
     * @param by {@code hand}: added up by one all-reduce; {@code ddp}: by DistributedDataParallel
     * @param uneven whether the first worker takes half as much again as each other
     * @param parts of what a worker has of a batch, between which it does not talk
     * @param reversed whether samples come in the other order, which changes rounding and nothing else
     */
    record Way(String name, String by, boolean uneven, int parts, boolean reversed) {
        Map<String, Object> request() {
            return Map.of("name", name, "by", by, "uneven", uneven, "parts", parts, "reversed", reversed);
        }
    }

    static final Way HAND = new Way("by hand", "hand", false, 1, false);
    static final Way DDP = new Way("DistributedDataParallel", "ddp", false, 1, false);
    static final Way UNEVEN = new Way("uneven shards", "hand", true, 1, false);
    static final Way ACCUMULATED = new Way("accumulated", "ddp", false, 2, false);
    static final Way REVERSED = new Way("other order", "hand", false, 1, true);

    static final List<Way> WAYS = List.of(HAND, DDP, UNEVEN, ACCUMULATED);

    /** What one worker does: the same batches, and again with their samples in another order. */
    RankJob one() {
        return new RankJob(1, request(List.of(HAND, REVERSED)), Optional.empty(), patience, limit);
    }

    RankJob job(int count) {
        return new RankJob(count, request(WAYS), link, patience, limit);
    }

    /** One way, with its checkpoints kept in a file, begun from there, or both. */
    RankJob kept(int count, String checkpoint, boolean keep, boolean resume) {
        Map<String, Object> request = request(List.of(HAND));
        request.put("keep", keep && !checkpoint.isEmpty());
        request.put("resume", resume);
        request.put("checkpoint", checkpoint);
        return new RankJob(count, request, link, patience, limit);
    }

    /**
     * The whole of it in both orders of samples; of the first, each checkpoint is kept beside the others, with its step behind its
     * name.
     */
    RankJob undisturbed(int count, String checkpoint) {
        return new RankJob(count, request(List.of(HAND, REVERSED)), link, patience, limit)
                .with("history", true)
                .with("checkpoint", checkpoint);
    }

    /** The last rank says that it is of this version. */
    RankJob lastOfVersion(int count, String version) {
        return new RankJob(count, request(List.of(HAND)), link, patience, limit).with("lastVersion", version);
    }

    DataPlan over(LinkLimit other) {
        return new DataPlan(ranks, batch, steps, every, seed, Optional.of(other), patience, limit);
    }

    private Map<String, Object> request(List<Way> ways) {
        Map<String, Object> request = new LinkedHashMap<>();
        request.put("kind", "data");
        request.put("batch", batch);
        request.put("steps", steps);
        request.put("every", every);
        request.put("seed", seed);
        request.put("ways", ways.stream().map(Way::request).toList());
        request.put("keep", false);
        request.put("history", false);
        request.put("pauseAfter", 0);
        request.put("resume", false);
        request.put("checkpoint", "");
        return request;
    }

    /** Characters of a checkpoint's parameters: 6,922, each of 22 digits and signs at most, and what parts them. */
    private static final long CHECKPOINT = 6_922L * 24;
    /** Of a sample's number, and of all else of a step. */
    private static final long SAMPLE = 10;

    private static final long STEP = 250;

    /** Two ways of whole batches where one works alone; four of shares above a half, of the first of two. */
    private static final int BATCHES = 3;

    /** Characters that the most talkative rank tells, at most. */
    public long mostTold() {
        return WAYS.size() * (checkpoints().size() * CHECKPOINT + steps * STEP) + BATCHES * SAMPLE * batch * steps;
    }

    /** How many samples of a batch a rank takes, as {@code data.py} shares them out: the first has what does not divide. */
    int share(Way way, int count, int rank) {
        int[] weights = IntStream.range(0, count)
                .map(each -> way.uneven() && each == 0 ? 3 : 2)
                .toArray();
        int sum = IntStream.of(weights).sum();
        int[] taken = IntStream.of(weights).map(weight -> batch * weight / sum).toArray();
        return taken[rank] + (rank == 0 ? batch - IntStream.of(taken).sum() : 0);
    }

    /** The steps after which there is a checkpoint. */
    public List<Integer> checkpoints() {
        return checkpoints(steps, every);
    }

    static List<Integer> checkpoints(int steps, int every) {
        return IntStream.rangeClosed(1, steps)
                .filter(step -> step % every == 0 || step == steps)
                .boxed()
                .toList();
    }
}
