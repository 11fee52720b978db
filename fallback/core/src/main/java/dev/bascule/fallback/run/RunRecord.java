package dev.bascule.fallback.run;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.error.CollectedError;
import dev.bascule.fallback.target.Machine;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Everything one invocation measured; what history keeps and reports show.
 *
 * @param invocation what was called for
 * @param times when, and where the time went
 * @param machine where
 * @param extent how much of what was there to run it ran
 * @param runs one for each case and chain
 * @param scenarios what was observed beyond the attempts, in order
 * @param errors what failed anywhere in it, counted, the gravest first; runs of earlier builds have none
 * @param models how it came by its models; runs of earlier builds do not tell
 * @param provenance who made it
 */
public record RunRecord(
        Invocation invocation,
        Times times,
        Machine machine,
        Extent extent,
        List<CaseRun> runs,
        List<ScenarioRun> scenarios,
        List<CollectedError> errors,
        List<ModelSupply> models,
        Provenance provenance) {

    /**
     * When a run was made.
     *
     * @param startedAt when the invocation began
     * @param finishedAt when it ended
     * @param elapsed where the time went, by phase of the product, in order
     */
    public record Times(Instant startedAt, Instant finishedAt, Map<String, Duration> elapsed) {
        public Times {
            elapsed = Collections.unmodifiableMap(new LinkedHashMap<>(elapsed));
        }

        /** From beginning to end. */
        public Duration took() {
            return Duration.between(startedAt, finishedAt);
        }
    }

    /**
     * How much a run ran.
     *
     * @param selection which of the suite's cases it was to run, where that was said
     * @param interrupted whether it was stopped before its plan was done
     * @param notRun cells that it was to make and did not come to, in order; a run that was not interrupted has those only that no
     *     machine of several did
     */
    public record Extent(Optional<Selection> selection, boolean interrupted, List<UnrunCell> notRun) {

        /** All of its cells, and nobody said which of the suite's cases they are. */
        public static final Extent WHOLE = new Extent(Optional.empty(), false, List.of());

        public Extent {
            notRun = List.copyOf(notRun);
        }

        /** Cases that it was to run and that could not be read. */
        public List<Selection.Unread> unread() {
            return selection.map(Selection::unread).orElse(List.of());
        }
    }

    /**
     * Who made a run.
     *
     * @param tool what made it; empty of runs of earlier builds, and of several runs by several builds
     * @param origins whether it was imported or merged; empty where it was measured by who keeps it
     */
    public record Provenance(Optional<Tool> tool, Set<RunOrigin> origins) {
        public Provenance {
            origins = Collections.unmodifiableSet(
                    origins.isEmpty() ? EnumSet.noneOf(RunOrigin.class) : EnumSet.copyOf(origins));
        }

        /** Measured by who keeps it. */
        public static Provenance measuredBy(Optional<Tool> tool) {
            return new Provenance(tool, Set.of());
        }
    }

    public RunRecord {
        runs = List.copyOf(runs);
        scenarios = List.copyOf(scenarios);
        errors = List.copyOf(errors);
        models = List.copyOf(models);
    }

    /** One of which nobody collected errors or said the maker, and which does not tell how it came by its models. */
    public RunRecord(
            Invocation invocation,
            Times times,
            Machine machine,
            Extent extent,
            List<CaseRun> runs,
            List<ScenarioRun> scenarios) {
        this(
                invocation,
                times,
                machine,
                extent,
                runs,
                scenarios,
                List.of(),
                List.of(),
                Provenance.measuredBy(Optional.empty()));
    }

    public String id() {
        return invocation.id();
    }

    /** This run, with each of its case runs as this makes it. */
    public RunRecord mapRuns(UnaryOperator<CaseRun> change) {
        return new RunRecord(
                invocation,
                times,
                machine,
                extent,
                runs.stream().map(change).toList(),
                scenarios,
                errors,
                models,
                provenance);
    }

    /** This run, with what was selected for it. */
    public RunRecord with(Selection selected) {
        return with(new Extent(Optional.of(selected), extent.interrupted(), extent.notRun()));
    }

    /** This run, with the cells that it did not come to, and how it came by its models. */
    public RunRecord with(List<UnrunCell> unrun, List<ModelSupply> supplies) {
        Extent ran = new Extent(extent.selection(), extent.interrupted(), unrun);
        return new RunRecord(invocation, times, machine, ran, runs, scenarios, errors, supplies, provenance);
    }

    private RunRecord with(Extent ran) {
        return new RunRecord(invocation, times, machine, ran, runs, scenarios, errors, models, provenance);
    }

    /** This run, of these origins instead. */
    public RunRecord from(Set<RunOrigin> known) {
        Provenance from = new Provenance(provenance.tool(), known);
        return new RunRecord(invocation, times, machine, extent, runs, scenarios, errors, models, from);
    }

    /** This run, of this origin too. */
    public RunRecord as(RunOrigin origin) {
        EnumSet<RunOrigin> all = EnumSet.of(origin);
        all.addAll(provenance.origins());
        return from(all);
    }
}
