package dev.bascule.app.local;

import dev.bascule.app.environment.RunEnvironment;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.TimedRegions;
import dev.bascule.execution.attempt.MeasurementPlan;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.source.Column;
import dev.bascule.execution.source.Place;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Span;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.BackendDevice;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.run.ScenarioRun;
import dev.bascule.nativerunner.devices.DeviceSurvey;
import dev.bascule.nativerunner.devices.LocalSystem;
import dev.bascule.studies.scenario.Followers;
import dev.bascule.studies.scenario.Samples;
import dev.bascule.studies.scenario.ScenarioPass;
import dev.bascule.studies.scenario.ScenarioPass.Wanted;
import dev.bascule.studies.scenario.StreamInput;
import dev.bascule.suites.setting.CaseKeys;
import dev.bascule.suites.suite.ScenarioKind;
import dev.bascule.suites.suite.ScenarioSpec;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Plays the scenarios of planned cells on their strict targets, after all attempts: each in a browser or process of its
 * own, with no other beside it. What was played stays when the thread is interrupted. Belongs to one thread.
 */
final class CellScenarios {
    /** Those that ask the model about samples whose answers are known. */
    private static final Set<ScenarioKind> SAMPLED =
            Set.of(ScenarioKind.ACCURACY, ScenarioKind.OCR, ScenarioKind.WAKE_WORD);

    /** Those that go through several models in a row. */
    private static final Set<ScenarioKind> CHAINED = Set.of(ScenarioKind.OCR, ScenarioKind.WAKE_WORD);

    private final RunEnvironment environment;
    private final Clock clock;
    private final TimeBreakdown times;
    private final TimedRegions regions;
    private final RunListener listener;
    private final List<ScenarioRun> played = new ArrayList<>();

    /** @param regions hears of what is timed */
    CellScenarios(
            RunEnvironment environment, Clock clock, TimeBreakdown times, TimedRegions regions, RunListener listener) {
        this.regions = regions;
        this.environment = environment;
        this.clock = clock;
        this.times = times;
        this.listener = listener;
    }

    /** A scenario on a cell that has run. */
    private record PlannedScenario(PlannedCell cell, ScenarioSpec spec, CaseRun ran) {}

    void play(List<PlannedCell> plan, CellRuns runs) {
        List<PlannedScenario> scenarios = new ArrayList<>();
        Set<String> inBrowsers = new HashSet<>();
        for (PlannedCell cell : plan) {
            Optional<CaseRun> ran =
                    runs.of(cell).filter(any -> cell.column().chain().isStrict());
            ran.ifPresent(run -> cell.wanted().scenarios().stream()
                    .filter(spec -> !spec.kind().isOverDevices()
                            || spec.over()
                                    .get(0)
                                    .backend()
                                    .equals(cell.column().chain().first()))
                    .filter(spec -> !spec.kind().isOfBrowser() || isFirst(cell, run, inBrowsers))
                    .forEach(spec -> scenarios.add(new PlannedScenario(cell, spec, run))));
        }
        if (scenarios.isEmpty()) {
            tellWhereNone(plan);
            return;
        }
        closeAll();
        for (int i = 0; i < scenarios.size() && !Thread.currentThread().isInterrupted(); i++) {
            PlannedScenario planned = scenarios.get(i);
            listener.phase("%s, %d of %d: %s, %s"
                    .formatted(
                            planned.spec().kind().id(),
                            i + 1,
                            scenarios.size(),
                            planned.cell().cell(),
                            place(planned)));
            played.add(times.time("scenarios", () -> regions.timed(() -> playOrTell(planned))));
        }
    }

    /** In its browser, of those cells of a case that ran right; the others say that they did not. */
    private static boolean isFirst(PlannedCell cell, CaseRun run, Set<String> seen) {
        Backend backend = cell.column().chain().first();
        return backend.side() != Side.BROWSER
                || run.attempts().stream().noneMatch(Attempt::succeeded)
                || seen.add(cell.column().place(backend).source().name() + " "
                        + cell.testCase().id());
    }

    /** A sound that cannot be read, or a bug, costs that scenario and nothing that was measured before it. */
    private ScenarioRun playOrTell(PlannedScenario planned) {
        Instant startedAt = clock.instant();
        try {
            return play(planned);
        } catch (RuntimeException e) {
            Failure failure = e instanceof BasculeException known
                    ? known.failure()
                    : Failure.of(ErrorCode.INTERNAL_ERROR, "a bug in Bascule: " + e);
            Column column = planned.cell().column();
            return new ScenarioRun(
                    planned.spec().kind().id(),
                    planned.cell().testCase().id(),
                    planned.cell().testCase().model().name(),
                    column.place(column.chain().first()).target(),
                    Verdict.FAILED,
                    Optional.of(failure),
                    new ScenarioRun.Observed(List.of(), List.of()),
                    new Span(startedAt, Duration.between(startedAt, clock.instant())),
                    planned.cell().reproduce() + options(planned.spec()));
        }
    }

    private void tellWhereNone(List<PlannedCell> plan) {
        if (plan.stream().anyMatch(cell -> !cell.wanted().scenarios().isEmpty())) {
            listener.note(
                    "no scenario was played: they are played on targets of one backend, and there are only chains, or"
                            + " not the first of several devices");
        }
    }

    /** Idle browsers would cost the one that is observed its memory and its time. */
    private void closeAll() {
        times.time("stopping browsers and native runners", () -> {
            environment.browsers().forEach(RunnerSource::close);
            environment.nativeSource().close();
            return true;
        });
    }

    private ScenarioRun play(PlannedScenario planned) {
        Column column = planned.cell().column();
        ScenarioPass pass = new ScenarioPass(
                environment.references(planned.cell().wanted().settings().get(CaseKeys.TIMEOUT)),
                environment.probe(),
                planned.spec().kind() == ScenarioKind.DECODE ? environment.sounds() : Map.of(),
                environment.jobIds(),
                MeasurementPlan.of(planned.cell().wanted().settings()),
                clock,
                () -> DeviceSurvey.quick(new LocalSystem()).hardware());
        return pass.play(new Wanted(
                planned.spec(),
                planned.cell().testCase(),
                column.place(column.chain().first()),
                planned.ran(),
                sound(planned),
                planned.cell().reproduce() + options(planned.spec()),
                places(planned),
                environment.nativeSource(),
                SAMPLED.contains(planned.spec().kind())
                        ? environment.samples(
                                planned.cell().testCase(),
                                planned.cell().wanted(),
                                planned.spec().count())
                        : Samples.NONE,
                followers(planned)));
    }

    /** Made ready natively, which must be over before anything is timed. */
    private Followers followers(PlannedScenario planned) {
        if (!CHAINED.contains(planned.spec().kind())) {
            return Followers.NONE;
        }
        Followers followers = environment.followers(planned.cell().wanted());
        closeAll();
        return followers;
    }

    /** Where it is played: browser backends in the cell's own browser, or else in the first. */
    private List<Place> places(PlannedScenario planned) {
        Column column = planned.cell().column();
        Place own = column.place(column.chain().first());
        if (!planned.spec().kind().isOverDevices()) {
            return List.of(own);
        }
        return planned.spec().over().stream()
                .map(device -> new Place(source(own, device.backend()), device))
                .toList();
    }

    private RunnerSource source(Place own, Backend backend) {
        if (backend.side() == Side.NATIVE) {
            return environment.nativeSource();
        }
        return own.backend().side() == Side.BROWSER
                ? own.source()
                : environment.browsers().stream()
                        .findFirst()
                        .orElseThrow(() -> new BasculeException(
                                ErrorCode.BACKEND_UNAVAILABLE,
                                "%s is a browser's, and no browser takes part".formatted(backend.id()),
                                "name one with --browsers"));
    }

    private static String place(PlannedScenario planned) {
        Column column = planned.cell().column();
        return column.place(column.chain().first()).source().name();
    }

    private StreamInput sound(PlannedScenario planned) {
        return planned.spec().kind() == ScenarioKind.STREAM
                ? environment.sound(planned.cell().wanted())
                : new StreamInput.None(Failure.of(ErrorCode.INPUT_MISMATCH, "only a stream takes a sound"));
    }

    private static String options(ScenarioSpec spec) {
        if (spec.kind().isOverDevices()) {
            String over = spec.over().stream().map(BackendDevice::toString).collect(Collectors.joining(","));
            return " --%s %s".formatted(spec.kind().id(), over)
                    + (spec.kind() == ScenarioKind.REPLICAS ? " --samples " + spec.count() : " --cut " + spec.cut());
        }
        return " --scenario " + spec.kind().id()
                + (spec.kind() == ScenarioKind.SOAK ? " --cycles " + spec.count() : "")
                + spec.limits().options();
    }

    /** What was played so far, in order. */
    List<ScenarioRun> played() {
        return List.copyOf(played);
    }
}
