package dev.bascule.app.local;

import dev.bascule.app.environment.RunEnvironment;
import dev.bascule.execution.JobIds;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.attempt.NoiseMeter;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.reference.References;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.protocol.RunnerHub;
import dev.bascule.fallback.runner.Launcher;
import dev.bascule.fallback.target.Machine;
import dev.bascule.models.source.ResolvedModel;
import dev.bascule.studies.scenario.StreamInput;
import dev.bascule.suites.suite.SuiteCase;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A machine without browsers; scripted runners are its native side. */
public final class NativeOnly implements RunEnvironment {
    private final RunnerSource source;
    private final JobIds ids = new JobIds();
    private final List<Failure> defects;

    /** @param defects of the browsers that cannot be started */
    public NativeOnly(Launcher launcher, TimeBreakdown times, List<Failure> defects) {
        this.defects = defects;
        source = new RunnerSource(
                "native", Side.NATIVE, launcher, new RunnerHub(Duration.ofSeconds(1)), Duration.ofSeconds(10), times);
    }

    @Override
    public Machine machine() {
        return new Machine("f00d", "Linux", new Machine.Cpu("Test CPU", 2, List.of()), Optional.empty(), List.of());
    }

    @Override
    public RunnerSource nativeSource() {
        return source;
    }

    @Override
    public List<RunnerSource> browsers() {
        return List.of();
    }

    @Override
    public List<Failure> defects() {
        return defects;
    }

    @Override
    public JobIds jobIds() {
        return ids;
    }

    @Override
    public void kill() {
        source.kill();
    }

    @Override
    public void close() {
        source.close();
    }

    @Override
    public NoiseMeter noise() {
        throw new AssertionError("nothing is timed");
    }

    @Override
    public References references(Duration timeout) {
        throw new AssertionError("expected outputs are published");
    }

    @Override
    public ResolvedModel resolve(String reference) {
        throw new AssertionError("cases come ready");
    }

    @Override
    public PreparedCase prepare(SuiteCase wanted, ResolvedModel model, long seed) {
        throw new AssertionError("cases come ready");
    }

    @Override
    public StreamInput sound(SuiteCase wanted) {
        throw new AssertionError("nothing sounds");
    }

    @Override
    public Map<String, ModelArtifact> sounds() {
        throw new AssertionError("nothing sounds");
    }

    @Override
    public PreparedCase probe() {
        throw new AssertionError("nothing is probed");
    }
}
