package dev.bascule.reports.comparison;

import dev.bascule.reports.audit.EqualSamples;
import dev.bascule.reports.matrix.CaseResult;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** How much runs of a cell differ, from all runs of it that are known. Strict cells come first. Belongs to one thread. */
final class NoiseByPlace {
    /** Older runs say little of the machine of today. */
    private static final int NEWEST = 30;

    /** Cells from whose noise that of their machine is told. */
    private static final int ENOUGH_CELLS = 3;

    private final Map<ComparedPlace, SortedMap<RunKey, Timed>> runs = new LinkedHashMap<>();
    private final Map<String, RunNoise> byMachine = new HashMap<>();

    private record Timed(RunSamples run, CaseResult.Shown shown) {}

    private record RunKey(java.time.Instant at, String id) implements Comparable<RunKey> {
        @Override
        public int compareTo(RunKey other) {
            return Comparator.comparing(RunKey::at).thenComparing(RunKey::id).compare(this, other);
        }
    }

    private NoiseByPlace() {}

    static NoiseByPlace of(
            Collection<CaseResult> history, ComparedSide baseline, ComparedSide candidate, ComparedMetric metric) {
        NoiseByPlace noise = new NoiseByPlace();
        Stream.of(history.stream(), baseline.cells().stream(), candidate.cells().stream())
                .flatMap(cells -> cells)
                .sorted(Comparator.comparing(
                        (CaseResult cell) -> !cell.run().chain().isStrict()))
                .forEach(cell -> noise.add(cell, metric));
        return noise;
    }

    private void add(CaseResult cell, ComparedMetric metric) {
        ComparableSamples.of(cell, metric)
                .filter(RunSamples::enough)
                .filter(run -> run.samples().median() > 0)
                .ifPresent(run -> runs.computeIfAbsent(ComparedPlace.of(cell), place -> new TreeMap<>())
                        .put(new RunKey(run.startedAt(), run.runId()), new Timed(run, cell.shown())));
    }

    /**
     * Of the two places' noises the one that may carry a median further; for a place without the runs to show its own, what is
     * assumed.
     *
     * @param busy whether the machine was noticed to be busy
     */
    RunNoise of(ComparedPlace baseline, ComparedPlace candidate, boolean busy) {
        return Stream.of(baseline, candidate)
                .map(place -> of(place, busy))
                .max(Comparator.comparingDouble(RunNoise::reach))
                .orElseThrow();
    }

    private RunNoise of(ComparedPlace place, boolean busy) {
        RunNoise usual = usual(place.where(Dimension.MACHINE));
        RunNoise assumed = busy && RunNoise.ASSUMED_BUSY.reach() > usual.reach() ? RunNoise.ASSUMED_BUSY : usual;
        return measured(place).map(noise -> noise.tempered(assumed)).orElse(assumed);
    }

    /**
     * What is assumed of a cell on a machine; where most of its cells differ by more than is assumed anywhere, that. A run that
     * several cells show is taken for the first of them alone: they are no witnesses of each other.
     */
    private RunNoise usual(String machine) {
        return byMachine.computeIfAbsent(machine, any -> {
            Set<CaseResult.Shown> counted = new HashSet<>();
            double[] deviations = runs.keySet().stream()
                    .filter(place -> place.where(Dimension.MACHINE).equals(machine))
                    .flatMap(place ->
                            noise(newest(place).stream()
                                            .filter(timed -> counted.add(timed.shown()))
                                            .toList())
                                    .stream())
                    .mapToDouble(RunNoise::deviation)
                    .toArray();
            return deviations.length < ENOUGH_CELLS ? RunNoise.ASSUMED : RunNoise.ASSUMED.orOf(Medians.of(deviations));
        });
    }

    private Optional<RunNoise> measured(ComparedPlace place) {
        return noise(newest(place));
    }

    private List<Timed> newest(ComparedPlace place) {
        List<Timed> all = EqualSamples.once(
                runs.getOrDefault(place, new TreeMap<>()).values(),
                timed -> timed.run().samples());
        return all.subList(Math.max(0, all.size() - NEWEST), all.size());
    }

    private static Optional<RunNoise> noise(List<Timed> timed) {
        List<RunSamples> all = timed.stream().map(Timed::run).toList();
        return RunNoise.of(
                Coarseness.of(all),
                all.stream().mapToDouble(RunSamples::logMedian).toArray());
    }
}
