package dev.bascule.reports.comparison;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.target.Browser;
import dev.bascule.fallback.target.Target;
import dev.bascule.reports.matrix.CaseResult;
import dev.bascule.reports.matrix.CellKey;
import dev.bascule.reports.matrix.ElsewhereCost;
import dev.bascule.reports.matrix.ElsewhereCost.OnMachine;
import dev.bascule.reports.matrix.ElsewhereCost.Reached;
import dev.bascule.reports.matrix.ElsewhereCosts;
import dev.bascule.reports.matrix.ElsewhereCosts.Looked;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What fallbacks cost on other machines. Only strict measured cells tell it: of the same model, settings and engine, in the same
 * browser, right, and on no software adapter. Stateless.
 */
public final class Elsewhere {
    private Elsewhere() {}

    /**
     * @param cells of which some may have fallen back
     * @param known strict cells of their models, of any machine
     */
    public static ElsewhereCosts of(Collection<CaseResult> cells, Collection<CaseResult> known) {
        Map<CaseRun, Looked> looked = new IdentityHashMap<>();
        cells.stream()
                .filter(cell -> ElsewhereCosts.isWanted(cell.run()))
                .forEach(cell -> looked.put(
                        cell.run(),
                        cost(cell, known)
                                .<Looked>map(Looked.Found::new)
                                .orElseGet(() -> new Looked.Nothing(ElsewhereGap.of(cell, known)))));
        return new ElsewhereCosts(looked);
    }

    /** From the first of the absent backends that another machine has. */
    private static Optional<ElsewhereCost> cost(CaseResult cell, Collection<CaseResult> known) {
        return ElsewhereCosts.absent(cell.run()).stream()
                .flatMap(absent -> from(cell, absent, known).stream())
                .findFirst();
    }

    private static Optional<ElsewhereCost> from(CaseResult cell, Attempt absent, Collection<CaseResult> known) {
        Target reached = cell.run().decisive().target();
        Map<String, List<CaseResult>> expected = byMachine(known, alike(cell, absent.target()));
        expected.remove(cell.machine().fingerprint());
        Map<String, List<CaseResult>> there = byMachine(known, alike(cell, reached));
        List<OnMachine> both = new ArrayList<>();
        List<OnMachine> one = new ArrayList<>();
        expected.forEach((machine, from) -> {
            List<CaseResult> to = there.getOrDefault(machine, List.of());
            if (!to.isEmpty()) {
                both.add(told(from, to, Reached.THERE));
            } else if (isMeasured(cell)) {
                one.add(told(from, List.of(cell), Reached.HERE));
            }
        });
        List<OnMachine> machines = both.isEmpty() ? one : both;
        return machines.isEmpty()
                ? Optional.empty()
                : Optional.of(new ElsewhereCost(
                        absent.target().backend().id(), reached.backend().id(), machines));
    }

    /** Strict cells that may stand for this one on that target. */
    static Predicate<CaseResult> alike(CaseResult cell, Target target) {
        // What is absent has no version, and its engine's name is that of the one that was reached.
        Engine engine = cell.run().decisive().target().engine();
        return other -> {
            Target its = other.run().decisive().target();
            return other.run().chain().isStrict()
                    && other.run().model().sha256().equals(cell.run().model().sha256())
                    && CellKey.settings(other.run()).equals(CellKey.settings(cell.run()))
                    && its.engine().name().equals(engine.name())
                    && its.backend().side() == target.backend().side()
                    && CellKey.backend(its).equals(CellKey.backend(target))
                    && browser(its).equals(browser(cell.run().decisive().target()));
        };
    }

    private static Optional<String> browser(Target target) {
        return target.browser().map(Browser::name);
    }

    private static Map<String, List<CaseResult>> byMachine(Collection<CaseResult> known, Predicate<CaseResult> alike) {
        return known.stream()
                .filter(alike)
                .filter(Elsewhere::isMeasured)
                .collect(
                        Collectors.groupingBy(cell -> cell.machine().fingerprint(), TreeMap::new, Collectors.toList()));
    }

    /** Right, timed often enough, and no software adapter, which stands for no device that one could have. */
    private static boolean isMeasured(CaseResult cell) {
        return !cell.software().orElse(false)
                && samples(cell).filter(RunSamples::enough).isPresent();
    }

    static Optional<RunSamples> samples(CaseResult cell) {
        return ComparableSamples.of(cell).filter(run -> run.samples().median() > 0);
    }

    private static OnMachine told(List<CaseResult> from, List<CaseResult> to, Reached reached) {
        List<RunSamples> baseline = runs(from);
        List<RunSamples> candidate = runs(to);
        boolean busy = Stream.concat(baseline.stream(), candidate.stream()).anyMatch(RunSamples::busy);
        Estimate estimate = Estimator.separate(
                baseline, candidate, busy ? RunNoise.ASSUMED_BUSY : RunNoise.ASSUMED, ComparisonOptions.DEFAULT.seed());
        return new OnMachine(
                last(from).machine(),
                estimate.ratio(),
                estimate.ci95(),
                reached,
                engine(last(from)),
                engine(last(to)),
                estimate.how());
    }

    /** One of each run. */
    private static List<RunSamples> runs(List<CaseResult> cells) {
        Map<String, RunSamples> byRun = new TreeMap<>();
        cells.forEach(cell -> samples(cell).ifPresent(run -> byRun.putIfAbsent(cell.runId(), run)));
        return List.copyOf(byRun.values());
    }

    private static CaseResult last(List<CaseResult> cells) {
        return cells.get(cells.size() - 1);
    }

    private static String engine(CaseResult cell) {
        Engine engine = cell.run().decisive().target().engine();
        return engine.name() + " " + engine.version();
    }
}
