package dev.bascule.studies.distributed;

import dev.bascule.fallback.measure.Samples;
import dev.bascule.studies.distributed.Invariant.Finding;
import dev.bascule.studies.distributed.RankRun.Network;
import dev.bascule.studies.distributed.Strategy.Way;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Judges what ranks that each hold a part of the network said of its training, beside one rank with all of it. Immutable. */
final class StrategyJudge {
    private final StrategyPlan plan;
    private final RankRun run;
    private final TrainedParts parts;
    private final TrainedParts whole;
    private final StrategyTold told;
    private final StrategyTold ofOne;
    private final double bound;

    /** @param one a whole run of one rank */
    StrategyJudge(StrategyPlan plan, RankRun one, RankRun run) {
        this.plan = plan;
        this.run = run;
        this.parts = new TrainedParts(plan.network(), run);
        this.whole = new TrainedParts(plan.network(), one);
        this.told = new StrategyTold(plan, run, parts);
        this.ofOne = new StrategyTold(plan, one, whole);
        this.bound = Math.max(
                DataJudge.LEAST_BOUND,
                DataJudge.ORDERS
                        * distance(whole.whole(StrategyPlan.REVERSED, plan.steps(), 0), ofOne(plan.steps()))
                                .orElse(0));
    }

    private Optional<float[]> ofOne(int step) {
        return whole.whole(StrategyPlan.ONE, step, 0);
    }

    private static OptionalDouble distance(Optional<float[]> left, Optional<float[]> right) {
        if (left.isEmpty() || right.isEmpty()) {
            return OptionalDouble.empty();
        }
        float[] a = left.orElseThrow();
        float[] b = right.orElseThrow();
        return IntStream.range(0, a.length)
                .mapToDouble(i -> Math.abs((double) a[i] - b[i]))
                .max();
    }

    List<Finding> findings() {
        return List.of(told.complete(ways()), replicas(), samples(), equalsOne(), communication());
    }

    private List<Way> ways() {
        return plan.ways(run.ranks());
    }

    private Finding replicas() {
        List<Way> copied =
                ways().stream().filter(way -> TrainedParts.copied(way.layout())).toList();
        if (copied.isEmpty()) {
            return Invariant.REPLICAS.notJudged("each part is held by one rank alone");
        }
        List<String> apart =
                copied.stream().flatMap(way -> differing(way).stream()).toList();
        return Invariant.REPLICAS.of(
                apart.isEmpty(),
                apart.isEmpty()
                        ? copied.stream().map(this::end).collect(Collectors.joining(", "))
                        : "they differ: " + DataJudge.some(apart));
    }

    private List<String> differing(Way way) {
        return TrainedParts.copied(way.layout())
                ? told.checkpoints()
                        .boxed()
                        .flatMap(step -> parts.differing(way, step).stream())
                        .toList()
                : List.of();
    }

    /** The hash of each replica's parts together. */
    private String end(Way way) {
        int shown = 8;
        return way.name() + " "
                + IntStream.range(0, way.layout().replicas())
                        .mapToObj(replica -> parts.whole(way, plan.steps(), replica)
                                .map(values -> TrainedParts.sha256(values).substring(0, shown))
                                .orElse("not whole"))
                        .collect(Collectors.joining(" = "));
    }

    private Finding samples() {
        List<String> other = ways().stream()
                .flatMap(way -> told.otherSamples(way, ofOne).stream())
                .toList();
        return Invariant.SAMPLES.of(
                other.isEmpty(),
                other.isEmpty()
                        ? "%d samples of each step".formatted(plan.batch())
                        : "not the batch: " + DataJudge.some(other));
    }

    private Finding equalsOne() {
        String words = ways().stream()
                .map(way -> "%s %s off%s"
                        .formatted(
                                way.name(),
                                DataJudge.off(furthest(way)),
                                beginsAlike(way) ? "" : " and from another begin"))
                .collect(Collectors.joining(", "));
        return Invariant.EQUALS_ONE.of(
                ways().stream().allMatch(this::equalsOne), words + String.format(Locale.ROOT, "; %.1e allowed", bound));
    }

    private boolean equalsOne(Way way) {
        return beginsAlike(way)
                && plan.checkpoints().stream()
                        .map(step -> distance(parts.whole(way, step, 0), ofOne(step)))
                        .allMatch(off -> off.isPresent() && off.getAsDouble() <= bound);
    }

    /** Before the first step no sum was rounded: bit for bit. */
    private boolean beginsAlike(Way way) {
        return parts.whole(way, 0, 0)
                .filter(values ->
                        ofOne(0).filter(of -> Arrays.equals(of, values)).isPresent())
                .isPresent();
    }

    private OptionalDouble furthest(Way way) {
        return distance(parts.whole(way, plan.steps(), 0), ofOne(plan.steps()));
    }

    private Optional<Sent> sent(Way way) {
        return Sent.of(run, way.name(), traffic(way).sentBytes());
    }

    private StrategyTraffic traffic(Way way) {
        return new StrategyTraffic(plan, way);
    }

    private boolean own() {
        return run.network() != Network.SHARED_LOOPBACK;
    }

    /** Not less than must be, nor more than talk of this way where nobody else talks. */
    private boolean talked(Way way) {
        return sent(way)
                .filter(sent -> sent.ratio() >= DataTraffic.LEAST)
                .filter(sent -> !own() || sent.counted() <= traffic(way).most())
                .isPresent();
    }

    private Finding communication() {
        boolean holds = ways().stream().allMatch(this::talked);
        String seen = "counted over the bytes of activations and gradients: "
                + ways().stream()
                        .map(way -> way.name()
                                + sent(way)
                                        .map(sent -> String.format(
                                                Locale.ROOT,
                                                " ×%.2f (×%.2f allowed)",
                                                sent.ratio(),
                                                traffic(way).most() / sent.theory()))
                                        .orElse(" not counted"))
                        .collect(Collectors.joining(", "));
        return !holds || own()
                ? Invariant.COMMUNICATION.of(holds, seen)
                : Invariant.COMMUNICATION.notJudged(seen + CommJudge.SHARED);
    }

    private boolean right(Way way) {
        return told.lacking(way).isEmpty()
                && differing(way).isEmpty()
                && told.otherSamples(way, ofOne).isEmpty()
                && equalsOne(way)
                && talked(way);
    }

    /** A time beside another time says nothing where others had the processors in between. */
    private boolean disturbed(Way way) {
        return Math.min(had(way), hadAlone()) < TrainingFigures.UNDISTURBED;
    }

    private double had(Way way) {
        return new TrainingFigures(run, way.name()).had();
    }

    private double hadAlone() {
        return new TrainingFigures(ofOne.run(), StrategyPlan.ONE.name()).had();
    }

    List<String> disturbances() {
        return ways().stream()
                .filter(this::disturbed)
                .map(way -> String.format(
                        Locale.ROOT,
                        "%s: others used the processors: ranks had one for %.0f %% of the time in which they computed, one rank alone for"
                                + " %.0f %%: efficiency is not told, and times are theirs as well",
                        way.name(),
                        100 * had(way),
                        100 * hadAlone()))
                .toList();
    }

    /** Of a way that is wrong, and of ranks that take turns on a processor, there are no times. */
    TrainingReport.Row row(Way way, Samples alone, boolean oversubscribed) {
        boolean timed = !oversubscribed && right(way);
        TrainingFigures figures = new TrainingFigures(run, way.name());
        return new TrainingReport.Row(
                way.name(),
                timed ? figures.steps() : Samples.NONE,
                timed ? figures.efficiency(alone, disturbed(way)) : OptionalDouble.empty(),
                timed ? figures.communication() : OptionalDouble.empty(),
                timed ? figures.balance() : OptionalDouble.empty(),
                furthest(way),
                timed ? figures.shares(way.layout().stages(), way.microBatches()) : Optional.empty(),
                timed ? figures.bubble(way) : Optional.empty(),
                sent(way));
    }
}
