package dev.bascule.studies.profile;

import dev.bascule.execution.JobIds;
import dev.bascule.execution.session.CheckedSession;
import dev.bascule.execution.session.IsolatedRunner;
import dev.bascule.execution.source.Place;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.attempt.FaultClassifier;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.cache.AtomicFile;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.fallback.evidence.EvidenceJudge;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.evidence.RawEvidence;
import dev.bascule.fallback.job.Block;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.job.SessionEnd;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.numerics.Difference;
import dev.bascule.fallback.numerics.ValueJudge;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Runs workloads on one backend, by the very steps that a case is run in, so that a page and a child process are asked
 * alike. A result is checked before it counts, and so is where it was computed. Belongs to one thread.
 */
final class ModelProbe implements ModelPlan.Stopwatch {
    private static final Duration OPEN_LIMIT = Duration.ofSeconds(60);
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(30);
    private static final String UNPROVEN = "no record of the engine's shows where it ran";
    /** Of a backend that picks its device itself and keeps no record of it, as Core ML does. */
    static final String DEVICE_UNTOLD = "no record shows which device computed";

    private static final int LONGEST_REASON = 220;

    private final RunnerSource source;
    private final Backend backend;
    private final EvidenceJudge judge;
    private final JobIds ids;
    private final Path folder;
    private final boolean quick;
    private final double resolutionMs;
    private Optional<Evidence> seen = Optional.empty();

    /**
     * @param folder for the models
     * @param quick fewer and shorter samples
     * @param resolutionMs step of the runner's clock
     */
    ModelProbe(
            RunnerSource source,
            Backend backend,
            EvidenceJudge judge,
            JobIds ids,
            Path folder,
            boolean quick,
            double resolutionMs) {
        this.source = source;
        this.backend = backend;
        this.judge = judge;
        this.ids = ids;
        this.folder = folder;
        this.quick = quick;
        this.resolutionMs = resolutionMs;
    }

    /** Where the last workload that told of it ran. */
    Optional<Evidence> evidence() {
        return seen;
    }

    /** Times one workload on so many threads of a CPU engine. */
    @Override
    public ModelPlan.Timed time(OperatorWorkload workload, int threads) {
        IsolatedRunner lane = source.lane(backend);
        if (lane.start().isPresent()) {
            return none(without(
                    workload,
                    threads,
                    Thread.currentThread().isInterrupted() ? "stopped by the user" : "no runner could be started"));
        }
        SessionSettings usual = SessionSettings.defaults().withThreads(threads);
        SessionSettings settings = new Place(source, backend)
                .settings(workload.precision()
                        .filter(asked -> backend.equals(Backends.CUDA))
                        .map(asked -> usual.withOptions(usual.options().withPrecision(asked)))
                        .orElse(usual));
        Job job = new Job(
                ids.next(),
                backend,
                written(workload),
                Feeds.of(Map.of("x", workload.input())),
                List.of("y"),
                settings);
        Reply<CheckedSession> opened = lane.open(job, OPEN_LIMIT);
        return opened instanceof Reply.Failed<CheckedSession> failed
                ? none(fell(workload, threads, failed.fault()))
                : time(workload, threads, opened.result().orElseThrow());
    }

    private static ModelPlan.Timed none(ProfileFigure figure) {
        return new ModelPlan.Timed(figure, OptionalDouble.empty());
    }

    private ModelPlan.Timed time(OperatorWorkload workload, int threads, CheckedSession session) {
        Duration limit = Duration.ofMillis(quick ? 800 : 4000);
        Optional<String> wrong = wrong(workload, session.firstOutputs());
        Samples samples = Samples.NONE;
        if (wrong.isEmpty()) {
            List<BlockRequest> blocks = List.of(
                    new BlockRequest(2, Duration.ofMillis(quick ? 30 : 100), limit.dividedBy(2)),
                    new BlockRequest(quick ? 7 : 11, Duration.ofMillis(quick ? 60 : 200), limit));
            for (BlockRequest request : blocks) {
                Reply<Block> measured =
                        session.measure(request, request.atMost().plus(ANSWER_LIMIT));
                if (measured instanceof Reply.Failed<Block> failed) {
                    return none(fell(workload, threads, failed.fault()));
                }
                Block block = measured.result().orElseThrow();
                if (wrong.isEmpty()) {
                    wrong = wrong(workload, block.newOutputs());
                }
                samples = block.samples();
            }
        }
        Reply<SessionEnd> closed = session.finish();
        if (closed instanceof Reply.Failed<SessionEnd> failed) {
            return none(fell(workload, threads, failed.fault()));
        }
        SessionEnd closing = closed.result().orElseThrow();
        return wrong.isPresent()
                ? none(without(workload, threads, "its result is wrong: " + wrong.get()))
                : placed(workload, threads, samples, closing.evidence());
    }

    /** The figure, where the workload ran on the backend that it was asked to run on. */
    private ModelPlan.Timed placed(OperatorWorkload workload, int threads, Samples samples, Optional<RawEvidence> raw) {
        List<String> notes = new ArrayList<>();
        ProfileFigure.Placement where = new ProfileFigure.Placement(ProofClass.UNKNOWN, 0);
        if (raw.isPresent()) {
            Evidence evidence = judge.judge(backend, raw.get(), EvidenceJudge.RunnerContext.UNKNOWN);
            seen = Optional.of(evidence);
            if (evidence.proof() == ProofClass.PROVEN
                    && !evidence.where().proven().equals(Optional.of(backend.id()))) {
                return none(without(
                        workload,
                        threads,
                        "it ran on %s: none of its nodes did on %s"
                                .formatted(String.join(", ", evidence.nodes().keySet()), backend.id())));
            }
            evidence.nodes().forEach((other, count) -> {
                if (!other.equals(backend.id())) {
                    notes.add("%d nodes ran on %s".formatted(count, other));
                }
            });
            where = new ProfileFigure.Placement(evidence.proof(), evidence.totalNodes() - evidence.nodesOnRequested());
            if (evidence.deviceType().isEmpty()) {
                notes.add(DEVICE_UNTOLD);
            }
            if (Emulation.isIn(raw.get())) {
                notes.add(Emulation.NOTE);
            }
        }
        if (where.proof() != ProofClass.PROVEN) {
            notes.add(UNPROVEN);
        }
        OptionalDouble each =
                samples.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(samples.totalMillis() / samples.size());
        Optional<SampleBatches> batches = SampleBatches.gather(samples, resolutionMs);
        if (batches.isEmpty()) {
            return new ModelPlan.Timed(
                    without(
                            workload,
                            threads,
                            "too few samples (%d) for a clock that steps by %.3g ms"
                                    .formatted(samples.size(), resolutionMs)),
                    each);
        }
        ProfileFigure figure = ProfileFigure.of(
                        workload.subject(),
                        workload.name(),
                        Optional.of(workload.format())
                                .filter(format -> workload.subject() == ProfileFigure.Subject.MODEL),
                        workload.size(),
                        threads,
                        workload.unit(),
                        workload.work() * batches.get().of(),
                        batches.get().samples(),
                        notes)
                .at(where);
        return new ModelPlan.Timed(figure, each);
    }

    private static Optional<String> wrong(OperatorWorkload workload, Outputs outputs) {
        for (Outputs.Output output : outputs.all()) {
            Difference difference = new ValueJudge((name, dtype) -> workload.tolerance())
                    .judge("y", output.tensor(), workload.expected())
                    .result()
                    .difference();
            if (difference.outside() > 0) {
                return Optional.of(
                        "%d of %d values are further from the reference than %s; the greatest difference is %.3g"
                                .formatted(
                                        difference.outside(),
                                        difference.elements(),
                                        workload.tolerance().basis(),
                                        difference.maxAbs()));
            }
        }
        return Optional.empty();
    }

    private static ProfileFigure fell(OperatorWorkload workload, int threads, Fault fault) {
        return without(
                workload,
                threads,
                brief(FaultClassifier.classify(fault).failure().message()));
    }

    private static String brief(String message) {
        String line = message.strip().replaceAll("\\s+", " ");
        return line.length() <= LONGEST_REASON ? line : line.substring(0, LONGEST_REASON) + "…";
    }

    static ProfileFigure without(OperatorWorkload workload, int threads, String reason) {
        return ProfileFigure.without(
                workload.subject(),
                workload.name(),
                Optional.of(workload.format()).filter(format -> workload.subject() == ProfileFigure.Subject.MODEL),
                workload.size(),
                threads,
                workload.unit(),
                reason);
    }

    private ModelArtifact written(OperatorWorkload workload) {
        byte[] bytes = workload.model();
        String sha256 = Sha256.of(bytes);
        Path file = folder.resolve(sha256 + ".onnx").toAbsolutePath();
        AtomicFile.write(file, stream -> stream.write(bytes));
        return new ModelArtifact(sha256, bytes.length, file);
    }
}
