package dev.bascule.studies.scenario;

import dev.bascule.execution.JobIds;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.attempt.MeasurementPlan;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.reference.References;
import dev.bascule.execution.source.Place;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.OutputChecker;
import dev.bascule.fallback.attempt.TimingPlan;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.BackendDevice;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.measure.WarmUp;
import dev.bascule.fallback.run.Figure;
import dev.bascule.fallback.runner.AssetLocator;
import dev.bascule.fallback.runner.LaunchedRunner;
import dev.bascule.fallback.runner.Launcher;
import dev.bascule.fallback.runner.MemoryMeter;
import dev.bascule.fallback.runner.Runner;
import dev.bascule.fallback.runner.RunnerGateway;
import dev.bascule.fallback.runner.ScriptedLauncher;
import dev.bascule.fallback.runner.ScriptedRunner;
import dev.bascule.fallback.target.Browser;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.distribute.StudyContext;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Scenarios played on scripted runners. */
final class ScriptedStage {
    /** Nothing lasts as long: scripted runners answer at once, on however busy a machine. */
    static final Duration LIMIT = Duration.ofSeconds(60);

    final ScriptedLauncher launcher;
    final RunnerSource source;
    /** What is right for a case of other inputs. */
    Function<PreparedCase, References.Found> references = testCase -> new References.Found.Known(right());
    /** What the model can be asked. */
    Samples samples = Samples.NONE;
    /** The models that go on with what it makes. */
    Followers followers = Followers.NONE;
    /** To be made short where a script never becomes stable. */
    Duration warmUpLimit = LIMIT;

    Duration timeout = LIMIT;
    /** Frames of two samples, 20 ms each. */
    StreamInput sound = new StreamInput.Sound(sum("sound", 0).artifact(), 100, 2, 0, "x");

    /** @param pages from the number of the page, recycled ones counted, to its runner */
    ScriptedStage(Function<ScriptedRunner.Builder, ScriptedRunner.Builder> pages) {
        this(pages, Optional::empty, Side.BROWSER);
    }

    ScriptedStage(
            Function<ScriptedRunner.Builder, ScriptedRunner.Builder> pages,
            Supplier<Optional<MemoryMeter>> meters,
            Side side) {
        ScriptedLauncher plain = ScriptedLauncher.of(
                number -> pages.apply(ScriptedRunner.named("page-" + number)).build());
        launcher = side == Side.NATIVE ? plain : plain.inBrowser(new Browser("Scripted", "1.2", "scripted", List.of()));
        source = new RunnerSource(
                "scripted", side, new Metered(launcher, meters), new NoGateway(), LIMIT, new TimeBreakdown());
    }

    ScenarioFinding play(Scenario scenario, Backend backend, Backend... others) {
        Place place = new Place(source, backend);
        return scenario.play(new ScenarioContext(
                new StudyContext(sum("sum", 10), right(), List.of(place), source, new JobIds(), LIMIT),
                sum("other", 20),
                place,
                List.of(others),
                sound,
                Map.of(
                        "speech.wav",
                        sum("wav", 0).artifact(),
                        "speech.opus",
                        sum("opus", 0).artifact()),
                samples,
                followers,
                workload()));
    }

    private WorkloadContext workload() {
        return new WorkloadContext(
                new MeasurementPlan(
                        new TimingPlan(12, Duration.ZERO, 12, warmUpLimit, Duration.ofSeconds(2), 1),
                        LIMIT,
                        6,
                        WarmUp.DEFAULT),
                references);
    }

    /** A case of the test's own, on one device or several, the first of which it is recorded with. */
    ScenarioFinding play(Scenario scenario, PreparedCase testCase, OutputChecker.Reference reference, Backend... over) {
        return play(
                scenario,
                testCase,
                reference,
                Arrays.stream(over).map(BackendDevice::of).toList());
    }

    ScenarioFinding play(
            Scenario scenario, PreparedCase testCase, OutputChecker.Reference reference, List<BackendDevice> over) {
        List<Place> places =
                over.stream().map(device -> new Place(source, device)).toList();
        return scenario.play(new ScenarioContext(
                new StudyContext(testCase, reference, places, source, new JobIds(), timeout),
                sum("other", 20),
                places.get(0),
                List.of(),
                sound,
                Map.of(),
                samples,
                followers,
                workload()));
    }

    static Figure figure(ScenarioFinding finding, String name) {
        return finding.figures().stream()
                .filter(figure -> figure.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new NoSuchElementException(name + " is not in "
                        + finding.figures().stream().map(Figure::name).toList()));
    }

    /** {@code sum = x + y}. */
    static PreparedCase sum(String name, float y) {
        Shape two = Shape.of(2);
        return new PreparedCase(
                CaseId.of("test", "unit", name, Map.of()),
                new ModelInfo(
                        name,
                        "0".repeat(64),
                        100,
                        Family.OTHER,
                        "unknown",
                        Map.of("ai.onnx", 13L),
                        Map.of("Add", 1),
                        0),
                new ModelArtifact("0".repeat(64), 100, Path.of(name + ".onnx")),
                List.of("sum"),
                Map.of(),
                PreparedCase.Feeding.of(Feeds.of(Map.of("x", Tensor.floats(two, 1, 2), "y", Tensor.floats(two, y, y)))),
                SessionSettings.defaults(),
                PreparedCase.Answers.NONE,
                Map.of());
    }

    static OutputChecker.Reference right() {
        return new OutputChecker.Reference(
                Numerics.Reference.NATIVE_CPU_UNOPTIMISED, List.of(Map.of("sum", Tensor.floats(Shape.of(2), 11, 12))));
    }

    /** {@code x + y}, with something added to it that should not be. */
    static Map<String, Tensor> sumAnd(Map<String, Tensor> inputs, float leaked) {
        Elements.Reader x = Elements.of(inputs.getOrDefault("x", Tensor.floats(Shape.of(2), 0, 0)));
        Elements.Reader y = Elements.of(inputs.getOrDefault("y", Tensor.floats(Shape.of(2), 0, 0)));
        return Map.of(
                "sum",
                Tensor.floats(Shape.of(2), (float) (x.at(0) + y.at(0)) + leaked, (float) (x.at(1) + y.at(1)) + leaked));
    }

    /** A scripted launcher whose processes have memory to read. */
    private record Metered(Launcher inner, Supplier<Optional<MemoryMeter>> meters) implements Launcher {
        @Override
        public String id() {
            return inner.id();
        }

        @Override
        public Launch launch(RunnerGateway gateway, Duration timeout) {
            return wrapped(inner.launch(gateway, timeout), meters.get());
        }

        private static Launch wrapped(Launch launch, Optional<MemoryMeter> meter) {
            return launch instanceof Launch.Started started
                    ? new Launch.Started(new WithMemory(started.launched(), meter))
                    : launch;
        }
    }

    private record WithMemory(LaunchedRunner inner, Optional<MemoryMeter> meter) implements LaunchedRunner {
        @Override
        public Runner runner() {
            return inner.runner();
        }

        @Override
        public Optional<Browser> browser() {
            return inner.browser();
        }

        @Override
        public Launcher.Launch recycle(RunnerGateway gateway, Duration timeout) {
            return Metered.wrapped(inner.recycle(gateway, timeout), meter);
        }

        @Override
        public Optional<MemoryMeter> memory() {
            return meter;
        }

        @Override
        public void kill() {
            inner.kill();
        }

        @Override
        public void close() {
            inner.close();
        }
    }

    private static final class NoGateway implements RunnerGateway {
        @Override
        public Invitation invite(String name, AssetLocator locator) {
            throw new AssertionError("a scripted launcher needs no invitation");
        }
    }
}
