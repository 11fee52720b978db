package dev.bascule.fallback.attempt;

import dev.bascule.fallback.error.CollectedError;
import dev.bascule.fallback.target.Machine;
import dev.bascule.fallback.text.PlainText;
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
 * @param id unique, of the form that {@link RunId} asks for
 * @param startedAt when the invocation began
 * @param finishedAt when it ended
 * @param suite name of the suite
 * @param suiteHash SHA-256 over its text
 * @param seed of inputs and resampling
 * @param command as the user typed it
 * @param interrupted whether it was stopped before its plan was done
 * @param machine where
 * @param runs one for each case and chain
 * @param scenarios what was observed beyond the attempts, in order
 * @param elapsed where the time went, by phase of the product, in order
 * @param selection which of the suite's cases it was to run, where that was said
 * @param errors what failed anywhere in it, counted, the gravest first; runs of earlier builds have none
 * @param tool what made it; empty of runs of earlier builds, and of several runs by several builds
 * @param notRun cells that it was to make and did not come to, in order; only an interrupted run has any
 * @param models how it came by its models; runs of earlier builds do not tell
 * @param origins whether it was imported or merged; empty where it was measured by who keeps it
 */
public record RunRecord(
        String id,
        Instant startedAt,
        Instant finishedAt,
        String suite,
        String suiteHash,
        long seed,
        String command,
        boolean interrupted,
        Machine machine,
        List<CaseRun> runs,
        List<ScenarioRun> scenarios,
        Map<String, Duration> elapsed,
        Optional<Selection> selection,
        List<CollectedError> errors,
        Optional<Tool> tool,
        List<UnrunCell> notRun,
        List<ModelSupply> models,
        Set<RunOrigin> origins) {

    public RunRecord {
        RunId.require(id);
        suite = PlainText.line(suite);
        origins = Collections.unmodifiableSet(
                origins.isEmpty() ? EnumSet.noneOf(RunOrigin.class) : EnumSet.copyOf(origins));
        notRun = List.copyOf(notRun);
        models = List.copyOf(models);
        errors = List.copyOf(errors);
        runs = List.copyOf(runs);
        scenarios = List.copyOf(scenarios);
        elapsed = Collections.unmodifiableMap(new LinkedHashMap<>(elapsed));
    }

    /** One that was measured by who keeps it. */
    public RunRecord(
            String id,
            Instant startedAt,
            Instant finishedAt,
            String suite,
            String suiteHash,
            long seed,
            String command,
            boolean interrupted,
            Machine machine,
            List<CaseRun> runs,
            List<ScenarioRun> scenarios,
            Map<String, Duration> elapsed,
            Optional<Selection> selection,
            List<CollectedError> errors,
            Optional<Tool> tool,
            List<UnrunCell> notRun,
            List<ModelSupply> models) {
        this(
                id,
                startedAt,
                finishedAt,
                suite,
                suiteHash,
                seed,
                command,
                interrupted,
                machine,
                runs,
                scenarios,
                elapsed,
                selection,
                errors,
                tool,
                notRun,
                models,
                Set.of());
    }

    /** One that came to all of its cells, and does not tell how it came by its models. */
    public RunRecord(
            String id,
            Instant startedAt,
            Instant finishedAt,
            String suite,
            String suiteHash,
            long seed,
            String command,
            boolean interrupted,
            Machine machine,
            List<CaseRun> runs,
            List<ScenarioRun> scenarios,
            Map<String, Duration> elapsed,
            Optional<Selection> selection,
            List<CollectedError> errors,
            Optional<Tool> tool) {
        this(
                id,
                startedAt,
                finishedAt,
                suite,
                suiteHash,
                seed,
                command,
                interrupted,
                machine,
                runs,
                scenarios,
                elapsed,
                selection,
                errors,
                tool,
                List.of(),
                List.of());
    }

    /** One of which nobody collected errors or said the maker. */
    public RunRecord(
            String id,
            Instant startedAt,
            Instant finishedAt,
            String suite,
            String suiteHash,
            long seed,
            String command,
            boolean interrupted,
            Machine machine,
            List<CaseRun> runs,
            List<ScenarioRun> scenarios,
            Map<String, Duration> elapsed,
            Optional<Selection> selection) {
        this(
                id,
                startedAt,
                finishedAt,
                suite,
                suiteHash,
                seed,
                command,
                interrupted,
                machine,
                runs,
                scenarios,
                elapsed,
                selection,
                List.of(),
                Optional.empty());
    }

    /** This run, with each of its case runs as this makes it. */
    public RunRecord mapRuns(UnaryOperator<CaseRun> change) {
        return new RunRecord(
                id,
                startedAt,
                finishedAt,
                suite,
                suiteHash,
                seed,
                command,
                interrupted,
                machine,
                runs.stream().map(change).toList(),
                scenarios,
                elapsed,
                selection,
                errors,
                tool,
                notRun,
                models,
                origins);
    }

    /** This run, with what was selected for it. */
    public RunRecord with(Selection selected) {
        return new RunRecord(
                id,
                startedAt,
                finishedAt,
                suite,
                suiteHash,
                seed,
                command,
                interrupted,
                machine,
                runs,
                scenarios,
                elapsed,
                Optional.of(selected),
                errors,
                tool,
                notRun,
                models,
                origins);
    }

    /** This run, with the cells that it did not come to, and how it came by its models. */
    public RunRecord with(List<UnrunCell> unrun, List<ModelSupply> supplies) {
        return new RunRecord(
                id,
                startedAt,
                finishedAt,
                suite,
                suiteHash,
                seed,
                command,
                interrupted,
                machine,
                runs,
                scenarios,
                elapsed,
                selection,
                errors,
                tool,
                unrun,
                supplies,
                origins);
    }

    /** This run, of these origins instead. */
    public RunRecord from(Set<RunOrigin> known) {
        return new RunRecord(
                id,
                startedAt,
                finishedAt,
                suite,
                suiteHash,
                seed,
                command,
                interrupted,
                machine,
                runs,
                scenarios,
                elapsed,
                selection,
                errors,
                tool,
                notRun,
                models,
                known);
    }

    /** This run, of this origin too. */
    public RunRecord as(RunOrigin origin) {
        EnumSet<RunOrigin> all = EnumSet.of(origin);
        all.addAll(origins);
        return from(all);
    }
}
