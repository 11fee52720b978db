package dev.bascule.studies.scenario;

import dev.bascule.execution.JobIds;
import dev.bascule.execution.attempt.MeasurementPlan;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.reference.References;
import dev.bascule.execution.source.Place;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Span;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.hardware.HardwareMap;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.run.ScenarioRun;
import dev.bascule.fallback.runner.BackendStatus;
import dev.bascule.fallback.runner.Capabilities;
import dev.bascule.studies.distribute.StudyContext;
import dev.bascule.suites.suite.ScenarioSpec;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Plays scenarios on targets after their attempts; every way to fail is in the result. Belongs to one thread. */
public final class ScenarioPass {
    private static final Logger LOG = LoggerFactory.getLogger(ScenarioPass.class);

    private final References references;
    private final PreparedCase other;
    private final Map<String, ModelArtifact> sounds;
    private final JobIds ids;
    private final MeasurementPlan plan;
    private final Duration timeout;
    private final Clock clock;
    private final Supplier<HardwareMap> devices;

    /**
     * @param other a tiny model that alternates with others
     * @param sounds one sound in several codecs, by the name of its file
     * @param plan how to measure where a scenario measures as attempts do, and the limit of each answer of a runner
     * @param devices of this machine, asked where a scenario chooses by what a device can do
     */
    public ScenarioPass(
            References references,
            PreparedCase other,
            Map<String, ModelArtifact> sounds,
            JobIds ids,
            MeasurementPlan plan,
            Clock clock,
            Supplier<HardwareMap> devices) {
        this.devices = devices;
        this.references = references;
        this.other = other;
        this.sounds = Map.copyOf(sounds);
        this.ids = ids;
        this.plan = plan;
        this.timeout = plan.timeout();
        this.clock = clock;
    }

    /**
     * A scenario for a strict target.
     *
     * @param ran what the attempts on this target came to
     * @param sound what the case takes of a sound in real time
     * @param reproduce the command line that repeats it
     * @param places where one on several devices is played; the first is {@code place}
     * @param nativeSource for references of its own
     * @param samples what the model can be asked whose answers are known
     * @param followers the models that go on with what it makes
     */
    public record Wanted(
            ScenarioSpec spec,
            PreparedCase testCase,
            Place place,
            CaseRun ran,
            StreamInput sound,
            String reproduce,
            List<Place> places,
            RunnerSource nativeSource,
            Samples samples,
            Followers followers) {

        public Wanted {
            places = List.copyOf(places);
        }

        /** On one device. */
        public Wanted(
                ScenarioSpec spec,
                PreparedCase testCase,
                Place place,
                CaseRun ran,
                StreamInput sound,
                String reproduce) {
            this(
                    spec,
                    testCase,
                    place,
                    ran,
                    sound,
                    reproduce,
                    List.of(place),
                    place.source(),
                    Samples.NONE,
                    Followers.NONE);
        }
    }

    public ScenarioRun play(Wanted wanted) {
        Instant startedAt = clock.instant();
        long start = System.nanoTime();
        ScenarioFinding finding = find(wanted);
        // What a scenario does not ask of its own sessions, the attempt before it showed of the same model in this
        // place.
        boolean partial =
                finding.partial() || wanted.ran().decisive().evidence().isPartial();
        return new ScenarioRun(
                wanted.spec().kind().id(),
                wanted.testCase().id(),
                wanted.testCase().model().name(),
                wanted.ran().decisive().target(),
                finding.trouble().map(ScenarioFailure::verdict).orElse(partial ? Verdict.PARTIAL : Verdict.PASS),
                finding.trouble().map(ScenarioFailure::failure),
                new ScenarioRun.Observed(finding.figures(), finding.notes(), finding.sounds()),
                new Span(startedAt, Duration.ofNanos(System.nanoTime() - start)),
                wanted.reproduce());
    }

    private ScenarioFinding find(Wanted wanted) {
        Optional<ScenarioFailure> unfit = unfit(wanted.ran());
        if (unfit.isPresent()) {
            return ScenarioFinding.of(unfit.get());
        }
        References.Found found = references.of(wanted.testCase());
        if (!(found instanceof References.Found.Known known)) {
            return ScenarioFinding.of(
                    new ScenarioFailure(Verdict.SKIPPED, ((References.Found.Missing) found).failure()));
        }
        try {
            return Scenario.of(wanted.spec())
                    .play(new ScenarioContext(
                            new StudyContext(
                                    wanted.testCase(),
                                    known.reference(),
                                    wanted.places(),
                                    wanted.nativeSource(),
                                    ids,
                                    timeout),
                            other,
                            wanted.place(),
                            others(wanted.place()),
                            wanted.sound(),
                            sounds,
                            wanted.samples(),
                            wanted.followers(),
                            new WorkloadContext(plan, references::of, devices)));
        } catch (RuntimeException bug) {
            // A bug in one scenario costs that scenario, and nothing that was measured before it.
            LOG.debug("{} of {}", wanted.spec(), wanted.testCase().id(), bug);
            return ScenarioFinding.of(new ScenarioFailure(
                    Verdict.FAILED, Failure.of(ErrorCode.INTERNAL_ERROR, "a bug in Bascule: " + bug)));
        }
    }

    /** A target on which the case never ran right has nothing to observe beyond that. */
    private static Optional<ScenarioFailure> unfit(CaseRun ran) {
        boolean right = ran.attempts().stream().anyMatch(Attempt::succeeded)
                || ran.retries().stream().anyMatch(Attempt::succeeded);
        if (right) {
            return Optional.empty();
        }
        Failure why = ran.decisive()
                .failure()
                .orElseGet(() -> Failure.of(ErrorCode.EXECUTION_FAILED, "the verdict is " + ran.verdict()));
        boolean absent = ran.verdict() == Verdict.UNSUPPORTED;
        return Optional.of(new ScenarioFailure(
                absent ? Verdict.UNSUPPORTED : Verdict.SKIPPED,
                new Failure(
                        why.code(),
                        (absent ? "" : "not played, for the case did not run right here: ") + why.message(),
                        why.remedies())));
    }

    /** The browser's other backends, as far as it says that they work. */
    private static List<Backend> others(Place place) {
        return place.source().capabilities().map(Capabilities::backends).orElse(List.of()).stream()
                .filter(report -> report.status() == BackendStatus.OK || report.status() == BackendStatus.DEGRADED)
                .flatMap(report -> Backends.installed().find(report.backend()).stream())
                .filter(backend -> !backend.equals(place.backend())
                        && backend.side() == place.backend().side())
                .toList();
    }
}
