package dev.bascule.execution.attempt;

import dev.bascule.execution.JobIds;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.cases.CasePipeline;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.cases.Sizing;
import dev.bascule.execution.reference.References;
import dev.bascule.execution.source.Column;
import dev.bascule.execution.source.Place;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.FallbackPolicy;
import dev.bascule.fallback.attempt.OutputChecker;
import dev.bascule.fallback.attempt.TimingPlan;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.evidence.EvidenceJudge;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.PipelineRequest;
import dev.bascule.fallback.measure.WarmUp;
import dev.bascule.fallback.runner.AssetLocator;
import dev.bascule.fallback.runner.RunnerGateway;
import dev.bascule.fallback.runner.Script;
import dev.bascule.fallback.runner.ScriptedLauncher;
import dev.bascule.fallback.runner.ScriptedRunner;
import dev.bascule.fallback.target.Browser;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.suites.suite.Comparisons;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;

/** A run environment of scripted runners: a right native CPU, and a browser whose backends behave as a test says. */
public final class ScriptedEnvironment {
    static final MeasurementPlan PLAN = new MeasurementPlan(
            new TimingPlan(12, Duration.ZERO, 8, Duration.ofMinutes(5), Duration.ofSeconds(1), 1),
            Duration.ofSeconds(5),
            4,
            WarmUp.DEFAULT);

    final ScriptedLauncher nativeLauncher;
    public final ScriptedLauncher browserLauncher;
    public final RunnerSource nativeSource;
    public final RunnerSource browser;
    private final TimeBreakdown times = new TimeBreakdown();
    private final AttemptExecutor attempts;
    private final AttemptCache made = new AttemptCache();
    private FallbackPolicy policy = FallbackPolicy.DEFAULT;
    private Comparisons comparisons = Comparisons.ON;

    public ScriptedEnvironment(Map<Backend, Script> inBrowser) {
        this(Script.right(Backends.NATIVE_CPU), inBrowser);
    }

    public ScriptedEnvironment(Script nativeCpu, Map<Backend, Script> inBrowser) {
        this(nativeCpu, number -> inBrowser);
    }

    /** @param inBrowser how the backends behave in the first, second, ... browser that is started */
    public ScriptedEnvironment(Script nativeCpu, IntFunction<Map<Backend, Script>> inBrowser) {
        this(nativeCpu, inBrowser, Optional.empty());
    }

    /** @param pages what input pipelines make in a page, where pages have any */
    ScriptedEnvironment(
            Script nativeCpu,
            IntFunction<Map<Backend, Script>> inBrowser,
            Optional<Function<PipelineRequest, Map<String, Tensor>>> pages) {
        nativeLauncher = ScriptedLauncher.of(number -> ScriptedRunner.named("native-" + number)
                .on(Backends.NATIVE_CPU, nativeCpu)
                .on(Backends.CUDA, Script.missing("no NVIDIA driver"))
                .build());
        browserLauncher = ScriptedLauncher.of(number -> {
                    ScriptedRunner.Builder builder = ScriptedRunner.named("page-" + number);
                    inBrowser.apply(number + 1).forEach(builder::on);
                    pages.ifPresent(builder::preparing);
                    return builder.build();
                })
                .inBrowser(new Browser("Scripted", "1.2", "scripted", List.of()));
        nativeSource = source("native", Side.NATIVE, nativeLauncher);
        browser = source("browser", Side.BROWSER, browserLauncher);
        JobIds ids = new JobIds();
        attempts = new AttemptExecutor(
                new References(nativeSource, PLAN.timeout(), ids, times, 17),
                new AttemptJudge(new EvidenceJudge(Backends.installed()), Optional.of(false), NoiseMeter.DEAF),
                PLAN,
                ids,
                Clock.systemUTC(),
                times);
    }

    private RunnerSource source(String name, Side side, ScriptedLauncher launcher) {
        return new RunnerSource(name, side, launcher, new NoGateway(), Duration.ofSeconds(1), times);
    }

    Attempt attempt(PreparedCase testCase, Backend backend) {
        return attempts.attempt(testCase, new Place(browser, backend), Optional.of(nativeCpu()));
    }

    CaseRun run(PreparedCase testCase, Backend... rungs) {
        return chains().run(testCase, column(rungs), "bascule run x");
    }

    /** The same, and then what failed again. */
    CaseRun runAndRetry(int retries, PreparedCase testCase, Backend... rungs) {
        return chains().retry(run(testCase, rungs), testCase, column(rungs), retries);
    }

    CaseRun retry(int retries, CaseRun run, PreparedCase testCase) {
        return chains().retry(run, testCase, column(run.chain().rungs().toArray(Backend[]::new)), retries);
    }

    /** With what moves on, and which pairs are measured in turn. */
    ScriptedEnvironment under(FallbackPolicy other, Comparisons pairs) {
        policy = other;
        comparisons = pairs;
        return this;
    }

    private ChainExecutor chains() {
        return new ChainExecutor(
                attempts,
                own -> comparisons
                        .baselineOf(own.backend())
                        .map(baseline -> new Place(baseline.side() == Side.BROWSER ? browser : nativeSource, baseline)),
                policy,
                made);
    }

    private Column column(Backend... rungs) {
        Map<Backend, RunnerSource> sources = new LinkedHashMap<>();
        for (Backend rung : rungs) {
            sources.put(rung, rung.side() == Side.BROWSER ? browser : nativeSource);
        }
        return new Column(Chain.of(rungs), sources);
    }

    private Place nativeCpu() {
        return new Place(nativeSource, Backends.NATIVE_CPU);
    }

    /** {@code sum = x + y} of four floats, compared with the native CPU. */
    static PreparedCase sum() {
        return sum(Optional.empty());
    }

    /** The same with a published expected output. */
    static PreparedCase sum(Optional<OutputChecker.Reference> expected) {
        return sum(expected, Optional.empty());
    }

    /** The same where {@code x} comes from a pipeline. */
    static PreparedCase sum(CasePipeline pipeline) {
        return sum(Optional.empty(), Optional.of(pipeline));
    }

    private static PreparedCase sum(Optional<OutputChecker.Reference> expected, Optional<CasePipeline> pipeline) {
        Shape four = Shape.of(4);
        return new PreparedCase(
                CaseId.of("test", "unit", "sum", Map.of()),
                new ModelInfo(
                        "sum",
                        "0".repeat(64),
                        100,
                        Family.OTHER,
                        "unknown",
                        Map.of("ai.onnx", 13L),
                        Map.of("Add", 1),
                        0),
                new ModelArtifact("0".repeat(64), 100, Path.of("sum.onnx")),
                List.of("sum"),
                Map.of(),
                new PreparedCase.Feeding(
                        Feeds.of(
                                Map.of("x", Tensor.floats(four, 1, 2, 3, 4), "y", Tensor.floats(four, 10, 20, 30, 40))),
                        Sizing.NONE,
                        true,
                        pipeline),
                SessionSettings.defaults(),
                PreparedCase.Answers.of(expected),
                Map.of("inputs", "made by the test"));
    }

    /** Scripted launchers ask nobody in. */
    public static final class NoGateway implements RunnerGateway {
        @Override
        public Invitation invite(String name, AssetLocator locator) {
            throw new AssertionError("a scripted launcher needs no invitation");
        }
    }
}
