package dev.bascule.studies.conformance;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.fallback.run.RunOrigin;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.run.Selection;
import dev.bascule.fallback.run.Tool;
import dev.bascule.fallback.target.Target;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Makes one run of several: the shards of a suite, or the same part made twice. What is merged must have been asked of the
 * same cases, in the same versions of browsers and engines, on the same kind of system, and be verdicts alone: a measured
 * time belongs to the machine and the run it was measured in, and would count a second time as the merged run's. Stateless.
 */
public final class RunMerger {
    private RunMerger() {}

    /**
     * A run with its name for messages.
     *
     * @param name such as its file
     */
    public record Part(String name, RunRecord run) {}

    /**
     * One run, with the cases that any of the parts could not read; {@link MissingCells} tells what it lacks. Of cells of the same case and target the worst verdict's is kept, and the machine is the first run's.
     *
     * @throws BasculeException {@link ErrorCode#USAGE_ERROR} for runs that do not go together, naming two of them; for the same run
     *     given twice; and for one with measured times. {@link ErrorCode#RECORD_INVALID} for one with cases of another shard than it
     *     says
     */
    public static RunRecord merge(List<Part> parts, String id, String command) {
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("there is no run to merge");
        }
        Part first = parts.get(0);
        distinct(parts);
        untimed(parts);
        same(parts, "suites", run -> run.invocation().suite());
        same(parts, "cases", run -> whole(run).substring(0, 12));
        same(
                parts,
                "filters",
                run -> run.extent().selection().map(Selection::filters).orElse(List.of()));
        same(parts, "samples", RunMerger::sample);
        same(parts, "systems", run -> run.machine().os().split(" ", 2)[0]);
        same(
                parts.stream().filter(part -> shard(part.run()).isPresent()).toList(),
                "divisions",
                run -> shard(run).map(Selection.Shard::of).orElse(1));
        same(parts, "seeds", run -> run.invocation().seed());
        sameVersions(parts);
        parts.forEach(ShardCases::refuseStrangers);
        Collection<RunRecord> runs = parts.stream().map(Part::run).toList();
        Optional<Selection> selection = first.run().extent().selection().map(one -> joined(one, runs));
        return new RunRecord(
                new Invocation(
                        id,
                        first.run().invocation().suite(),
                        hash(runs, selection),
                        first.run().invocation().seed(),
                        command),
                new RunRecord.Times(
                        runs.stream()
                                .map(run -> run.times().startedAt())
                                .min(Comparator.naturalOrder())
                                .orElseThrow(),
                        runs.stream()
                                .map(run -> run.times().finishedAt())
                                .max(Comparator.naturalOrder())
                                .orElseThrow(),
                        elapsed(runs)),
                first.run().machine(),
                new RunRecord.Extent(
                        selection, runs.stream().anyMatch(run -> run.extent().interrupted()), List.of()),
                cells(runs),
                List.of(),
                runs.stream().flatMap(run -> run.errors().stream()).toList(),
                List.of(),
                new RunRecord.Provenance(maker(runs), origins(runs)));
    }

    /** What one of its parts is, it is. */
    private static Set<RunOrigin> origins(Collection<RunRecord> runs) {
        Set<RunOrigin> origins = EnumSet.of(RunOrigin.MERGED);
        runs.forEach(run -> origins.addAll(run.provenance().origins()));
        return origins;
    }

    /** Of several makers none is the maker of all. */
    private static Optional<Tool> maker(Collection<RunRecord> runs) {
        List<Optional<Tool>> makers =
                runs.stream().map(run -> run.provenance().tool()).distinct().toList();
        return makers.size() == 1 ? makers.get(0) : Optional.empty();
    }

    private static void distinct(List<Part> parts) {
        Map<String, String> names = new HashMap<>();
        for (Part part : parts) {
            String earlier = names.putIfAbsent(part.run().id(), part.name());
            if (earlier != null) {
                throw new BasculeException(
                        ErrorCode.USAGE_ERROR,
                        "%s and %s are the same run, %s: it counts once"
                                .formatted(earlier, part.name(), part.run().id()),
                        "name each run.json once");
            }
        }
    }

    private static void untimed(List<Part> parts) {
        parts.stream().filter(part -> isTimed(part.run())).findFirst().ifPresent(part -> {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "%s has measured times, which cannot be merged: they would count a second time, and lose the machine and the run they belong to"
                            .formatted(part.name()),
                    "merge is for the shards of `bascule conformance`; `bascule compare` and `bascule matrix` read several measured runs from the history",
                    "for runs of several machines: bascule history import OTHER.duckdb");
        });
    }

    private static boolean isTimed(RunRecord run) {
        return !run.scenarios().isEmpty()
                || run.runs().stream()
                        .flatMap(one -> Stream.concat(one.attempts().stream(), one.retries().stream()))
                        .anyMatch(attempt -> attempt.measured().timing().isPresent()
                                || attempt.comparison().isPresent());
    }

    private static void same(List<Part> parts, String what, Function<RunRecord, Object> of) {
        for (Part part : parts) {
            Object one = of.apply(parts.get(0).run());
            Object other = of.apply(part.run());
            if (!one.equals(other)) {
                throw unlike(parts.get(0).name(), part.name(), what, one, other);
            }
        }
    }

    private static BasculeException unlike(String one, String other, String what, Object left, Object right) {
        return new BasculeException(
                ErrorCode.USAGE_ERROR,
                "%s and %s do not go together, for their %s differ: %s and %s".formatted(one, other, what, left, right),
                "merge runs of the same cases with the same browsers and engines");
    }

    private static String whole(RunRecord run) {
        return run.extent()
                .selection()
                .map(Selection::wholeHash)
                .orElse(run.invocation().suiteHash());
    }

    /** A sample is the same when it was drawn by the same seed. */
    private static Object sample(RunRecord run) {
        return run.extent()
                .selection()
                .flatMap(Selection::sample)
                .map(size -> "%d by seed %d".formatted(size, run.invocation().seed()))
                .orElse("none");
    }

    private static Optional<Selection.Shard> shard(RunRecord run) {
        return run.extent().selection().flatMap(Selection::shard);
    }

    /** A column but for the versions of what runs it. */
    private record Column(Optional<String> browser, String engine, String backend, String device) {
        static Column of(Target target) {
            return new Column(
                    target.browser().map(browser -> browser.name()),
                    target.engine().name(),
                    target.backend().id(),
                    target.deviceType().name());
        }
    }

    private static void sameVersions(List<Part> parts) {
        Map<Column, Map.Entry<String, String>> seen = new HashMap<>();
        for (Part part : parts) {
            part.run().runs().stream()
                    .map(run -> run.decisive().target())
                    .distinct()
                    // A backend that is not there has no engine with a version.
                    .filter(target -> target.engine().tellsVersion())
                    .forEach(target -> {
                        var earlier = seen.putIfAbsent(Column.of(target), Map.entry(target.id(), part.name()));
                        if (earlier != null && !earlier.getKey().equals(target.id())) {
                            throw unlike(earlier.getValue(), part.name(), "engines", earlier.getKey(), target.id());
                        }
                    });
        }
    }

    private static Selection joined(Selection selection, Collection<RunRecord> runs) {
        TreeSet<Integer> parts = new TreeSet<>();
        runs.forEach(run -> shard(run).ifPresent(shard -> parts.addAll(shard.parts())));
        // One that was not divided has every part.
        Optional<Selection.Shard> shard =
                runs.stream().allMatch(run -> shard(run).isPresent())
                        ? selection.shard().map(one -> new Selection.Shard(parts, one.of()))
                        : Optional.empty();
        return new Selection(
                selection.cases(),
                selection.wholeHash(),
                selection.filters(),
                selection.sample(),
                shard.filter(one -> !one.isWhole()),
                runs.stream()
                        .anyMatch(run -> run.extent()
                                .selection()
                                .map(Selection::shuffled)
                                .orElse(false)),
                unread(runs));
    }

    /** The parts are of the same bytes, so one that fails to read a case speaks for all. */
    private static List<Selection.Unread> unread(Collection<RunRecord> runs) {
        SortedMap<CaseId, Selection.Unread> unread = new TreeMap<>();
        runs.stream().flatMap(run -> run.extent().unread().stream()).forEach(one -> unread.putIfAbsent(one.id(), one));
        return List.copyOf(unread.values());
    }

    private static String hash(Collection<RunRecord> runs, Optional<Selection> selection) {
        if (selection.isPresent() && selection.get().isWhole()) {
            return selection.get().wholeHash();
        }
        List<String> hashes = runs.stream()
                .map(run -> run.invocation().suiteHash())
                .distinct()
                .sorted()
                .toList();
        return hashes.size() == 1
                ? hashes.get(0)
                : Sha256.of(String.join("\n", hashes).getBytes(StandardCharsets.UTF_8));
    }

    private record Cell(CaseId id, String target) {}

    private static List<CaseRun> cells(Collection<RunRecord> runs) {
        Map<Cell, CaseRun> cells = new LinkedHashMap<>();
        runs.stream()
                .flatMap(run -> run.runs().stream())
                .forEach(run -> cells.merge(
                        new Cell(
                                run.caseId(),
                                run.chain() + " " + run.decisive().target().id()),
                        run,
                        (one, other) -> other.verdict().compareTo(one.verdict()) > 0 ? other : one));
        List<String> columns =
                cells.keySet().stream().map(Cell::target).distinct().toList();
        return cells.entrySet().stream()
                .sorted(Comparator.comparing((Map.Entry<Cell, CaseRun> cell) ->
                                columns.indexOf(cell.getKey().target()))
                        .thenComparing(cell -> cell.getKey().id()))
                .map(Map.Entry::getValue)
                .collect(Collectors.toList());
    }

    private static Map<String, Duration> elapsed(Collection<RunRecord> runs) {
        Map<String, Duration> elapsed = new LinkedHashMap<>();
        Stream<Map.Entry<String, Duration>> all =
                runs.stream().flatMap(run -> run.times().elapsed().entrySet().stream());
        all.forEach(phase -> elapsed.merge(phase.getKey(), Objects.requireNonNull(phase.getValue()), Duration::plus));
        return elapsed;
    }
}
