package dev.bascule.reports.comparison;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.Comparison;
import dev.bascule.fallback.attempt.Timing;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.measure.Ratio;
import dev.bascule.reports.audit.EqualSamples;
import dev.bascule.reports.comparison.ComparisonReport.Kind;
import dev.bascule.reports.matrix.CaseResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Compares the runs of one case on either side. Immutable.
 *
 * @param label the case, as {@link CaseLabels} names it
 */
record CellComparer(Pairing.Pair pair, String label, Kind kind, NoiseByPlace noise, ComparisonOptions options) {

    private static final String COPY =
            "the candidate's samples are the baseline's, each of them: that is one run under two names";

    /**
     * Between the newest of either side that tell anything; a case that was skipped tells nothing beside others, and where there
     * are no others it is one that ran and no longer does. Other machines are no excuse: outputs are to be right on each.
     */
    Optional<VerdictChange> verdictChange() {
        boolean same = kind == Kind.SAME_PLACES || (kind == Kind.OTHER_MACHINES && otherMachineOnly());
        if (!same || otherInputs().isPresent()) {
            return Optional.empty();
        }
        return newest(pair.baseline())
                .flatMap(before -> newest(pair.candidate())
                        .or(() -> pair.candidate().stream().findFirst())
                        .flatMap(
                                after -> VerdictChange.of(label, pair.to(), before.run(), after.run(), after.runId())));
    }

    private boolean otherMachineOnly() {
        Set<Dimension> machine = Set.of(Dimension.MACHINE);
        return pair.from().without(machine).equals(pair.to().without(machine));
    }

    private static Optional<CaseResult> newest(List<CaseResult> cells) {
        return cells.stream()
                .filter(cell -> cell.run().verdict() != Verdict.SKIPPED)
                .reduce((older, newer) -> newer);
    }

    /** The one that a side's verdict is told by. */
    static List<CaseResult> telling(List<CaseResult> cells) {
        return newest(cells).or(() -> cells.stream().findFirst()).stream().toList();
    }

    /** The speed, not yet corrected for other comparisons. */
    CaseComparison speed() {
        Optional<String> inputs = otherInputs();
        if (inputs.isPresent()) {
            return result(List.of(), List.of(), Optional.empty(), SpeedFinding.OTHER_INPUTS, inputs.get());
        }
        List<Interleaved> interleaved = interleaved();
        Optional<Estimate> estimate = Estimator.interleaved(
                interleaved.stream().map(Interleaved::ratio).toList());
        if (estimate.isPresent()) {
            return result(
                    interleaved.stream().map(Interleaved::baseline).toList(),
                    interleaved.stream().map(Interleaved::candidate).toList(),
                    estimate,
                    SpeedFinding.NO_DIFFERENCE_SHOWN,
                    estimate.get().how());
        }
        List<CaseResult> before = timed(pair.baseline());
        List<CaseResult> after = timed(pair.candidate());
        Optional<String> unlike = notComparable(before, after);
        if (unlike.isPresent()) {
            return result(List.of(), List.of(), Optional.empty(), SpeedFinding.NOT_COMPARED, unlike.get());
        }
        CaseResult newest = after.get(after.size() - 1);
        List<CaseResult> here = ofPlan(ofBackend(before, newest), newest);
        List<CaseResult> there = ofPlan(ofBackend(after, newest), newest);
        if (isCopy(here, there)) {
            return result(List.of(), List.of(), Optional.empty(), SpeedFinding.NOT_COMPARED, COPY);
        }
        if (here.isEmpty()) {
            return result(
                    List.of(),
                    List.of(),
                    Optional.empty(),
                    SpeedFinding.OTHER_PLAN,
                    ConditionMismatch.plan(before.get(before.size() - 1).run(), newest.run())
                            .orElse("they were not measured likewise"));
        }
        List<RunSamples> from = enough(here);
        List<RunSamples> to = enough(there);
        if (from.isEmpty() || to.isEmpty()) {
            return result(
                    samples(here), samples(there), Optional.empty(), SpeedFinding.TOO_FEW_SAMPLES, tooFew(here, there));
        }
        QuietRuns quiet = QuietRuns.of(from, to);
        if (quiet.unfit().isPresent()) {
            return result(
                    from,
                    to,
                    Optional.empty(),
                    SpeedFinding.NOISY,
                    quiet.unfit().get());
        }
        Estimate found = estimate(quiet.baseline(), quiet.candidate());
        return result(
                quiet.baseline(),
                quiet.candidate(),
                Optional.of(found),
                SpeedFinding.NO_DIFFERENCE_SHOWN,
                found.how() + quiet.note().map(left -> "; " + left).orElse(""));
    }

    /** Whether all that the candidate has was measured by the baseline's runs, and comes under other names. */
    private static boolean isCopy(List<CaseResult> baseline, List<CaseResult> candidate) {
        return candidate.stream()
                .allMatch(copy -> EqualSamples.isTelling(copy.samples())
                        && baseline.stream()
                                .anyMatch(cell -> cell.samples().equals(copy.samples())
                                        && !cell.runId().equals(copy.runId())));
    }

    private Estimate estimate(List<RunSamples> from, List<RunSamples> to) {
        boolean busy = Stream.concat(from.stream(), to.stream()).anyMatch(RunSamples::busy);
        RunNoise between = noise.of(pair.from(), pair.to(), busy);
        Set<String> shared =
                new LinkedHashSet<>(from.stream().map(RunSamples::runId).toList());
        shared.retainAll(to.stream().map(RunSamples::runId).toList());
        if (shared.size() >= Estimator.OWN_SPREAD) {
            return Estimator.paired(ofRuns(from, shared), ofRuns(to, shared), between, options.seed());
        }
        return Estimator.separate(from, to, between, options.seed());
    }

    private static List<RunSamples> ofRuns(List<RunSamples> runs, Set<String> ids) {
        Map<String, RunSamples> byId = new LinkedHashMap<>();
        runs.forEach(run -> byId.put(run.runId(), run));
        return ids.stream().map(byId::get).toList();
    }

    /** A ratio that was measured in turn, with the samples that it is made of. */
    private record Interleaved(RunSamples baseline, RunSamples candidate, Ratio ratio) {}

    /** The candidate's own comparisons with just this baseline, one a run. */
    private List<Interleaved> interleaved() {
        // What is measured in turn are inferences.
        if (kind != Kind.OTHER_TARGETS || options.metric() != ComparedMetric.INFERENCE) {
            return List.of();
        }
        Set<String> baselines = pair.baseline().stream()
                .map(cell -> cell.run().decisive().target().id())
                .collect(Collectors.toSet());
        List<Interleaved> found = new ArrayList<>();
        for (CaseResult cell : timed(pair.candidate())) {
            cell.run()
                    .decisive()
                    .comparison()
                    .filter(comparison -> baselines.contains(comparison.baseline()))
                    .filter(comparison -> comparison.ratio().value() > 0)
                    .ifPresent(comparison -> found.add(interleaved(cell, comparison)));
        }
        return found;
    }

    private static Interleaved interleaved(CaseResult cell, Comparison comparison) {
        return new Interleaved(
                new RunSamples(cell.runId(), cell.startedAt(), comparison.baselineSamples()),
                new RunSamples(cell.runId(), cell.startedAt(), comparison.ownSamples()),
                comparison.ratio());
    }

    /** A chain that ended elsewhere than before is another backend's speed. */
    private Optional<String> notComparable(List<CaseResult> before, List<CaseResult> after) {
        if (before.isEmpty() || after.isEmpty()) {
            return Optional.of(reason(before.isEmpty() ? pair.baseline() : pair.candidate(), before.isEmpty()));
        }
        Backend reached = backend(after.get(after.size() - 1));
        return pair.to().where(Dimension.BACKEND).equals(pair.from().where(Dimension.BACKEND))
                        && before.stream().noneMatch(cell -> backend(cell).equals(reached))
                ? Optional.of("it ran on %s, before on %s"
                        .formatted(
                                reached.id(),
                                backend(before.get(before.size() - 1)).id()))
                : Optional.empty();
    }

    /** What the sides were fed, if it is not the same; all cells of a side were fed the same, for that is part of their place. */
    Optional<String> otherInputs() {
        return pair.baseline().stream()
                .findFirst()
                .flatMap(from -> pair.candidate().stream()
                        .findFirst()
                        .flatMap(to -> ConditionMismatch.inputs(from.run(), to.run())));
    }

    private static List<CaseResult> ofPlan(List<CaseResult> cells, CaseResult like) {
        return cells.stream()
                .filter(cell -> ConditionMismatch.plan(cell.run(), like.run()).isEmpty())
                .toList();
    }

    private static String reason(List<CaseResult> cells, boolean isBaseline) {
        String side = isBaseline ? "the baseline" : "the candidate";
        if (!timed(cells, ComparedMetric.INFERENCE).isEmpty()) {
            return side
                    + " has no end-to-end times: only a cell whose input pipeline was measured with the model has them";
        }
        return "%s: only right outputs with samples are compared"
                .formatted(
                        cells.isEmpty()
                                ? side + " has no run of it"
                                : "%s is %s"
                                        .formatted(
                                                side,
                                                cells.get(cells.size() - 1)
                                                        .run()
                                                        .verdict()));
    }

    private List<CaseResult> ofBackend(List<CaseResult> cells, CaseResult like) {
        return pair.to().where(Dimension.BACKEND).equals(pair.from().where(Dimension.BACKEND))
                ? cells.stream()
                        .filter(cell -> backend(cell).equals(backend(like)))
                        .toList()
                : cells;
    }

    private static Backend backend(CaseResult cell) {
        return cell.run().decisive().target().backend();
    }

    private List<CaseResult> timed(List<CaseResult> cells) {
        return timed(cells, options.metric());
    }

    /** Those with a speed. */
    static List<CaseResult> timed(List<CaseResult> cells, ComparedMetric metric) {
        return cells.stream()
                .filter(cell -> ComparableSamples.of(cell, metric).isPresent())
                .toList();
    }

    private List<RunSamples> samples(List<CaseResult> cells) {
        return cells.stream()
                .flatMap(cell -> ComparableSamples.of(cell, options.metric()).stream())
                .toList();
    }

    private List<RunSamples> enough(List<CaseResult> cells) {
        return samples(cells).stream()
                .filter(RunSamples::enough)
                .filter(run -> run.samples().median() > 0)
                .toList();
    }

    private String tooFew(List<CaseResult> before, List<CaseResult> after) {
        boolean coarse = samples(before).stream()
                        .anyMatch(run -> run.enough() && run.samples().median() == 0)
                || samples(after).stream()
                        .anyMatch(run -> run.enough() && run.samples().median() == 0);
        return coarse
                ? "the clock is too coarse: a median is 0 ms"
                : "a run needs %d samples; there are %d in the baseline's and %d in the candidate's largest run"
                        .formatted(RunSamples.ENOUGH, largest(before), largest(after));
    }

    private int largest(List<CaseResult> cells) {
        return samples(cells).stream()
                .mapToInt(run -> run.samples().size())
                .max()
                .orElse(0);
    }

    private CaseComparison result(
            List<RunSamples> from, List<RunSamples> to, Optional<Estimate> estimate, SpeedFinding finding, String why) {
        CaseResult last = pair.candidate().get(pair.candidate().size() - 1);
        String before = pair.from().target(pair.baseline());
        String after = pair.to().target(pair.candidate());
        return new CaseComparison(
                new CaseComparison.Subject(
                        label,
                        kind == Kind.OTHER_TARGETS ? "%s against %s".formatted(after, before) : after,
                        before,
                        after,
                        last.run().reproduce()),
                from,
                to,
                estimate,
                estimate.map(found -> effect(from, to)),
                new CaseComparison.Judgement(finding, why, 1, false),
                notes(),
                Optional.empty());
    }

    private static EffectSize effect(List<RunSamples> from, List<RunSamples> to) {
        boolean runs = from.size() >= EffectSize.ENOUGH_RUNS && to.size() >= EffectSize.ENOUGH_RUNS;
        return EffectSize.of(
                runs ? medians(from) : all(from),
                runs ? medians(to) : all(to),
                runs ? EffectSize.Unit.RUNS : EffectSize.Unit.SAMPLES);
    }

    private static double[] medians(List<RunSamples> runs) {
        return runs.stream().mapToDouble(run -> run.samples().median()).toArray();
    }

    private static double[] all(List<RunSamples> runs) {
        return runs.stream()
                .flatMapToDouble(run -> java.util.Arrays.stream(run.samples().millis()))
                .filter(value -> value > 0)
                .toArray();
    }

    /** What the machine was seen to do meanwhile. */
    private List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (pair.candidate().stream().anyMatch(cell -> cell.run().conditions().isEmpty())) {
            notes.add(ConditionMismatch.UNKNOWN);
        }
        if (pair.copies() > 0) {
            notes.add("equal samples are one run: %s left out"
                    .formatted(pair.copies() == 1 ? "1 copy is" : pair.copies() + " copies are"));
        }
        note(notes, "the baseline", timed(pair.baseline()));
        note(notes, "the candidate", timed(pair.candidate()));
        return notes;
    }

    private static void note(List<String> notes, String side, List<CaseResult> cells) {
        Map<String, Long> ways = cells.stream()
                .flatMap(cell -> cell.ways().stream())
                .collect(Collectors.groupingBy(way -> way, TreeMap::new, Collectors.counting()));
        ways.forEach((way, runs) -> notes.add("%s is %s in %s".formatted(side, way, share(runs, cells.size()))));
        List<String> busy = cells.stream()
                .flatMap(cell -> cell.run().decisive().measured().timing().flatMap(Timing::noise).stream())
                .toList();
        if (!busy.isEmpty()) {
            notes.add("%s was measured on a busy machine in %s (%s)"
                    .formatted(side, share(busy.size(), cells.size()), busy.get(0)));
        }
        long throttled = cells.stream()
                .map(cell -> cell.run().decisive())
                .filter(Attempt::throttled)
                .count();
        if (throttled > 0) {
            notes.add("%s was measured on a throttled machine in %s".formatted(side, share(throttled, cells.size())));
        }
    }

    private static String share(long part, int whole) {
        return part == whole ? "all of its runs" : "some of its runs";
    }
}
