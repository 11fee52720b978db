package dev.bascule.studies.arithmetic;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.execution.reference.ScratchModel;
import dev.bascule.fallback.evidence.RawEvidence;
import dev.bascule.fallback.job.Advance;
import dev.bascule.fallback.job.AdvanceRequest;
import dev.bascule.fallback.job.Block;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.job.PipelineOutput;
import dev.bascule.fallback.job.PipelineRequest;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.job.SessionEnd;
import dev.bascule.fallback.runner.Capabilities;
import dev.bascule.fallback.runner.LaunchedRunner;
import dev.bascule.fallback.runner.Launcher;
import dev.bascule.fallback.runner.Runner;
import dev.bascule.fallback.runner.RunnerGateway;
import dev.bascule.fallback.runner.RunnerSession;
import dev.bascule.fallback.target.Browser;
import dev.bascule.models.graph.OnnxModelFile;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Real runners that are given other models than they are asked for: an engine with a fault, or one that multiplies in less. Casts, which are
 * put in for that, are left out of the engine's record.
 */
record ChangedModels(Launcher inner, UnaryOperator<ModelProto> change) implements Launcher {
    @Override
    public String id() {
        return inner.id();
    }

    @Override
    public Launcher forBackend(dev.bascule.fallback.backend.Backend backend) {
        return new ChangedModels(inner.forBackend(backend), change);
    }

    @Override
    public Launch launch(RunnerGateway gateway, Duration timeout) {
        return wrapped(inner.launch(gateway, timeout), change);
    }

    private static Launch wrapped(Launch launch, UnaryOperator<ModelProto> change) {
        return launch instanceof Launch.Started started
                ? new Launch.Started(new Changed(
                        started.launched(), new ChangedRunner(started.launched().runner(), change), change))
                : launch;
    }

    private record Changed(LaunchedRunner inner, Runner runner, UnaryOperator<ModelProto> change)
            implements LaunchedRunner {
        @Override
        public Optional<Browser> browser() {
            return inner.browser();
        }

        @Override
        public Launch recycle(RunnerGateway gateway, Duration timeout) {
            return wrapped(inner.recycle(gateway, timeout), change);
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

    private record ChangedRunner(Runner inner, UnaryOperator<ModelProto> change) implements Runner {
        @Override
        public Capabilities probe() {
            return inner.probe();
        }

        @Override
        public Reply<RunnerSession> open(Job job, Duration timeout) {
            ModelProto model =
                    change.apply(OnnxModelFile.open(job.model().file()).proto());
            ScratchModel scratch = ScratchModel.of(model.toByteArray());
            return inner.open(
                            new Job(
                                    job.id(),
                                    job.backend(),
                                    scratch.artifact(),
                                    job.feeds(),
                                    job.outputs(),
                                    job.settings()),
                            timeout)
                    .map(session -> new ChangedSession(session, scratch));
        }

        @Override
        public Reply<PipelineOutput> prepare(PipelineRequest request, Duration timeout) {
            return inner.prepare(request, timeout);
        }

        @Override
        public void close() {
            inner.close();
        }
    }

    private record ChangedSession(RunnerSession inner, ScratchModel scratch) implements RunnerSession {
        @Override
        public Outputs firstOutputs() {
            return inner.firstOutputs();
        }

        @Override
        public boolean takesChallenges() {
            return inner.takesChallenges();
        }

        @Override
        public Reply<Block> measure(BlockRequest request, Duration timeout) {
            return inner.measure(request, timeout);
        }

        @Override
        public boolean takesSteps() {
            return inner.takesSteps();
        }

        @Override
        public Reply<Advance> advance(AdvanceRequest request, Duration timeout) {
            return inner.advance(request, timeout);
        }

        @Override
        public Reply<SessionEnd> finish(Duration timeout) {
            Reply<SessionEnd> end = inner.finish(timeout);
            scratch.close();
            return end.map(known ->
                    new SessionEnd(known.phases(), known.evidence().map(ChangedSession::withoutCasts), known.memory()));
        }

        private static RawEvidence withoutCasts(RawEvidence raw) {
            return new RawEvidence(
                    raw.granted(),
                    raw.build(),
                    raw.log(),
                    raw.placements().stream()
                            .filter(node -> !node.operator().equals("Cast"))
                            .toList(),
                    raw.adapter(),
                    raw.graphDevices(),
                    raw.environment());
        }
    }
}
