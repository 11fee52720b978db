package dev.bascule.studies.distributed;

import dev.bascule.fallback.measure.Samples;
import dev.bascule.studies.distributed.Invariant.Finding;
import dev.bascule.studies.distributed.RankLine.Hash;
import dev.bascule.studies.distributed.RankLine.Parameters;
import dev.bascule.studies.distributed.RankLine.Step;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Judges what workers said of their training, beside one worker with the whole batch. Immutable. */
final class DataJudge {
    /** Many orders of one sum lie further apart than two do. */
    static final double ORDERS = 16;
    /** Of parameters below 1 in float32: a few of its last places. */
    static final double LEAST_BOUND = 1e-6;

    private static final int FLOAT = 4;

    private final DataPlan plan;
    private final RankRun one;
    private final double bound;

    /** @param one a whole run of one worker */
    DataJudge(DataPlan plan, RankRun one) {
        this.plan = plan;
        this.one = one;
        this.bound = bound(plan, one);
    }

    /** How far rounding alone may carry a parameter: a multiple of what another order of the same samples did. */
    static double bound(DataPlan plan, RankRun run) {
        return Math.max(
                LEAST_BOUND,
                ORDERS
                        * distance(
                                        at(run, DataPlan.HAND.name(), plan.steps()),
                                        at(run, DataPlan.REVERSED.name(), plan.steps()))
                                .orElse(0));
    }

    double bound() {
        return bound;
    }

    static Finding complete(DataPlan plan, RankRun run, List<String> ways) {
        List<String> lacking = new ArrayList<>();
        for (int rank = 0; rank < run.ranks(); rank++) {
            for (String way : ways) {
                lacking.addAll(untold(plan, run, rank, way));
            }
            double millis = run.of(rank, Step.class).stream()
                    .mapToDouble(step -> step.computeMillis() + step.combineMillis())
                    .sum();
            if (millis > run.wall().toNanos() / 1e6) {
                lacking.add("rank %d told more time than passed".formatted(rank));
            }
        }
        for (Parameters each : run.of(0, Parameters.class)) {
            boolean same = run.of(0, Hash.class).stream()
                    .anyMatch(hash -> hash.way().equals(each.way())
                            && hash.step() == each.step()
                            && hash.sha256().equals(sha256(each.values())));
            if (!same) {
                lacking.add("parameters of another hash, %s, step %d".formatted(each.way(), each.step()));
            }
        }
        return Invariant.COMPLETE.of(
                lacking.isEmpty(), lacking.isEmpty() ? "all steps of all ranks told" : String.join("; ", lacking));
    }

    private static List<String> untold(DataPlan plan, RankRun run, int rank, String way) {
        List<Integer> told = run.of(rank, Step.class).stream()
                .filter(step -> step.way().equals(way))
                .map(Step::step)
                .toList();
        return told.equals(IntStream.rangeClosed(1, plan.steps()).boxed().toList())
                ? List.of()
                : List.of("rank %d told %d of %d steps %s".formatted(rank, told.size(), plan.steps(), way));
    }

    private static String sha256(List<Double> values) {
        ByteBuffer bytes = ByteBuffer.allocate(FLOAT * values.size()).order(ByteOrder.LITTLE_ENDIAN);
        values.forEach(value -> bytes.putFloat(value.floatValue()));
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes.array()));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    List<Finding> findings(RankRun run) {
        List<Finding> findings = new ArrayList<>();
        findings.add(complete(
                plan, run, DataPlan.WAYS.stream().map(DataPlan.Way::name).toList()));
        findings.add(sameParameters(run));
        findings.add(shards(run));
        findings.add(equalsOne(run));
        findings.add(accumulation(run));
        findings.add(traffic(run).enough());
        return findings;
    }

    private Finding sameParameters(RankRun run) {
        List<String> apart =
                DataPlan.WAYS.stream().flatMap(way -> apart(run, way).stream()).toList();
        return Invariant.SAME_PARAMETERS.of(
                apart.isEmpty(),
                apart.isEmpty()
                        ? "%d checkpoints of %d ways"
                                .formatted(plan.checkpoints().size() + 1, DataPlan.WAYS.size())
                        : "ranks differ: " + some(apart));
    }

    private List<String> apart(RankRun run, DataPlan.Way way) {
        return IntStream.concat(IntStream.of(0), plan.checkpoints().stream().mapToInt(Integer::intValue))
                .filter(step -> {
                    List<String> hashes = run.all(Hash.class)
                            .filter(hash -> hash.way().equals(way.name()) && hash.step() == step)
                            .map(Hash::sha256)
                            .toList();
                    return hashes.size() != run.ranks() || Set.copyOf(hashes).size() != 1;
                })
                .mapToObj(step -> "%s, step %d".formatted(way.name(), step))
                .toList();
    }

    private Finding shards(RankRun run) {
        List<String> other = DataPlan.WAYS.stream()
                .flatMap(way -> otherSamples(run, way).stream())
                .toList();
        return Invariant.SHARDS.of(
                other.isEmpty(),
                other.isEmpty()
                        ? "%d samples of each step, each once; uneven: %s"
                                .formatted(
                                        plan.batch(),
                                        IntStream.range(0, run.ranks())
                                                .map(rank -> plan.share(DataPlan.UNEVEN, run.ranks(), rank))
                                                .mapToObj(Integer::toString)
                                                .collect(Collectors.joining("+")))
                        : "not the batch: " + some(other));
    }

    private List<String> otherSamples(RankRun run, DataPlan.Way way) {
        List<String> other = new ArrayList<>();
        for (int step = 1; step <= plan.steps(); step++) {
            List<Long> batch = samples(one, DataPlan.HAND.name(), step);
            if (batch.size() != plan.batch() || Set.copyOf(batch).size() != plan.batch()) {
                other.add("one worker's own, step %d".formatted(step));
            } else if (!samples(run, way.name(), step).equals(batch)) {
                other.add("%s, step %d".formatted(way.name(), step));
            }
        }
        for (int rank = 0; rank < run.ranks(); rank++) {
            int share = plan.share(way, run.ranks(), rank);
            run.of(rank, Step.class).stream()
                    .filter(each ->
                            each.way().equals(way.name()) && each.samples().size() != share)
                    .map(each -> "%s, step %d: %d samples and not %d"
                            .formatted(way.name(), each.step(), each.samples().size(), share))
                    .forEach(other::add);
        }
        return other;
    }

    /** Of all ranks, with those that come twice. */
    private static List<Long> samples(RankRun run, String way, int step) {
        return run.all(Step.class)
                .filter(each -> each.way().equals(way) && each.step() == step)
                .flatMap(each -> each.samples().stream())
                .sorted()
                .toList();
    }

    private Finding equalsOne(RankRun run) {
        List<String> words = DataPlan.WAYS.stream()
                .map(way -> "%s %s off".formatted(way.name(), off(furthest(run, way.name()))))
                .toList();
        return Invariant.EQUALS_ONE.of(
                DataPlan.WAYS.stream().allMatch(way -> equalsOne(run, way)),
                String.join(", ", words) + String.format(Locale.ROOT, "; %.1e allowed", bound));
    }

    private boolean equalsOne(RankRun run, DataPlan.Way way) {
        return plan.checkpoints().stream()
                .map(step -> distance(at(run, way.name(), step), at(one, DataPlan.HAND.name(), step)))
                .allMatch(off -> off.isPresent() && off.getAsDouble() <= bound);
    }

    /** Whether all that is known of this way is as it must be, without which its speed is nobody's. */
    boolean right(RankRun run, DataPlan.Way way) {
        return IntStream.range(0, run.ranks())
                        .allMatch(rank -> untold(plan, run, rank, way.name()).isEmpty())
                && apart(run, way).isEmpty()
                && otherSamples(run, way).isEmpty()
                && equalsOne(run, way)
                && traffic(run).right(way);
    }

    /** Where they end alike, the kernel's counts say whether they were silent meanwhile. */
    private Finding accumulation(RankRun run) {
        OptionalDouble off = distance(last(run, DataPlan.ACCUMULATED.name()), last(run, DataPlan.DDP.name()));
        String seen = String.format(Locale.ROOT, "%s off; %.1e allowed", off(off), bound);
        return off.isPresent() && off.getAsDouble() <= bound
                ? traffic(run).silence(seen)
                : Invariant.ACCUMULATION.of(false, seen);
    }

    private DataTraffic traffic(RankRun run) {
        return new DataTraffic(
                run,
                (long) FLOAT
                        * plan.steps()
                        * last(one, DataPlan.HAND.name()).map(List::size).orElse(0));
    }

    static String off(OptionalDouble off) {
        return off.isPresent() ? String.format(Locale.ROOT, "%.1e", off.getAsDouble()) : "not told";
    }

    /** Of a way that is wrong there are no times. */
    TrainingReport.Row row(DataPlan.Way way, RankRun run, Samples alone, boolean oversubscribed) {
        boolean right = right(run, way);
        // DistributedDataParallel talks beside its computing.
        boolean apart = right && way.by().equals("hand");
        TrainingFigures figures = new TrainingFigures(run, way.name());
        return new TrainingReport.Row(
                way.name(),
                right ? figures.steps() : Samples.NONE,
                right ? figures.efficiency(alone, oversubscribed || disturbed(run)) : OptionalDouble.empty(),
                apart ? figures.communication() : OptionalDouble.empty(),
                apart ? figures.balance() : OptionalDouble.empty(),
                furthest(run, way.name()),
                apart && !oversubscribed ? figures.shares(1, 1) : Optional.empty(),
                Optional.empty(),
                traffic(run).sent(way));
    }

    private boolean disturbed(RankRun run) {
        return Math.min(had(run), had(one)) < TrainingFigures.UNDISTURBED;
    }

    /** By the way whose computing is apart from its talk: the others are of the same job. */
    private static double had(RankRun run) {
        return new TrainingFigures(run, DataPlan.HAND.name()).had();
    }

    /** What there is to say of a machine that others used; nothing where they did not. */
    List<String> disturbances(RankRun run) {
        return disturbed(run)
                ? List.of(String.format(
                        Locale.ROOT,
                        "others used the processors: workers had one for %.0f %% of the time in which they computed, one worker alone"
                                + " for %.0f %%: efficiency is not told, and times are theirs as well",
                        100 * had(run),
                        100 * had(one)))
                : List.of();
    }

    private OptionalDouble furthest(RankRun run, String way) {
        return distance(last(run, way), last(one, DataPlan.HAND.name()));
    }

    private Optional<List<Double>> last(RankRun run, String way) {
        return at(run, way, plan.steps());
    }

    static Optional<List<Double>> at(RankRun run, String way, int step) {
        return run.of(0, Parameters.class).stream()
                .filter(each -> each.way().equals(way) && each.step() == step)
                .map(Parameters::values)
                .findFirst();
    }

    /** ‖first − second‖₂ over ‖second‖₂; empty where one is not told, or is of another length. */
    static OptionalDouble relative(Optional<List<Double>> first, Optional<List<Double>> second) {
        if (first.isEmpty()
                || second.isEmpty()
                || first.get().size() != second.get().size()) {
            return OptionalDouble.empty();
        }
        double apart = 0;
        double length = 0;
        for (int i = 0; i < second.get().size(); i++) {
            double off = first.get().get(i) - second.get().get(i);
            apart += off * off;
            length += second.get().get(i) * second.get().get(i);
        }
        return OptionalDouble.of(apart == 0 ? 0 : Math.sqrt(apart / length));
    }

    static OptionalDouble distance(Optional<List<Double>> first, Optional<List<Double>> second) {
        if (first.isEmpty() || second.isEmpty()) {
            return OptionalDouble.empty();
        }
        List<Double> a = first.get();
        List<Double> b = second.get();
        if (a.size() != b.size()) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(IntStream.range(0, a.size())
                .mapToDouble(i -> Math.abs(a.get(i) - b.get(i)))
                .max()
                .orElse(0));
    }

    static String some(List<String> all) {
        int shown = 3;
        return all.stream().limit(shown).collect(Collectors.joining("; "))
                + (all.size() > shown ? " and %d more".formatted(all.size() - shown) : "");
    }
}
