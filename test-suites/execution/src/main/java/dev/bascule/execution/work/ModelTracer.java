package dev.bascule.execution.work;

import dev.bascule.execution.JobIds;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.session.CheckedSession;
import dev.bascule.execution.session.FaultOutcome;
import dev.bascule.execution.session.IsolatedRunner;
import dev.bascule.execution.source.Place;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.EvidenceJudge;
import dev.bascule.fallback.evidence.RawEvidence;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.SessionEnd;
import dev.bascule.fallback.work.ModelWork;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Learns the kernels of models from ONNX Runtime on native CPU, in a child of its own, so that no session that is timed meets it.
 * What a model is to be traced with is its first step: the others have the same shapes. Belongs to one thread.
 */
public final class ModelTracer implements AutoCloseable {
    /** Inferences, so that one of them that something else held up does not count. */
    private static final int RUNS = 5;

    /** Facts of a runner that say why it brought no kernels. */
    private static final List<String> REASONS = List.of(EvidenceJudge.RECORD_FAILED, RawEvidence.KERNELS_REFUSED);

    private final RunnerSource source;
    private final IsolatedRunner child;
    private final JobIds ids;
    private final Duration timeout;

    /**
     * @param source of native CPU
     * @param timeout for opening a model, and for closing it, which is when its kernels run
     */
    public ModelTracer(RunnerSource source, JobIds ids, Duration timeout) {
        this.source = source;
        this.child = source.isolated(Backends.NATIVE_CPU);
        this.ids = ids;
        this.timeout = timeout;
    }

    /** Traces a case's model with its inputs. */
    public Traced trace(PreparedCase testCase, int threads) {
        return trace(
                new Subject(
                        testCase.model().sha256(),
                        testCase.inputs().shapes(),
                        testCase.artifact(),
                        testCase.feeds(),
                        testCase.outputs()),
                threads);
    }

    /**
     * A model with inputs.
     *
     * @param sha256 by which the history knows the model
     * @param inputs as {@link dev.bascule.fallback.attempt.CaseInputs#shapes} writes them
     * @param model its file
     * @param feeds of which the first step is run
     * @param outputs that it is asked for
     */
    public record Subject(String sha256, String inputs, ModelArtifact model, Feeds feeds, List<String> outputs) {
        public Subject {
            outputs = List.copyOf(outputs);
        }
    }

    /** Traces a model on so many threads. */
    public Traced trace(Subject subject, int threads) {
        SessionSettings settings = new Place(source, Backends.NATIVE_CPU)
                .settings(SessionSettings.defaults().withThreads(threads).withKernelRuns(RUNS));
        Job job = new Job(
                ids.next(),
                Backends.NATIVE_CPU,
                subject.model(),
                Feeds.of(subject.feeds().step(0)),
                subject.outputs(),
                settings);
        Optional<Failure> absent = child.start();
        if (absent.isPresent()) {
            return new Traced.Failed(absent.get());
        }
        return child.open(job, timeout)
                .flatMap(CheckedSession::finish)
                .fold(end -> read(subject, threads, end), ModelTracer::failed);
    }

    private static Traced failed(Fault fault) {
        return new Traced.Failed(FaultOutcome.of(fault).failure());
    }

    private Traced read(Subject subject, int threads, SessionEnd end) {
        Optional<RawEvidence> evidence = end.evidence();
        Engine engine = source.target(Backends.NATIVE_CPU, Optional.empty()).engine();
        if (evidence.isEmpty() || evidence.get().kernels().isEmpty() && !hasNoNodes(evidence.get())) {
            return none(evidence.flatMap(ModelTracer::reason)
                    .orElse("%s keeps no record of its kernels".formatted(engine)));
        }
        try {
            return new Traced.Done(new ModelWork(
                    subject.sha256(),
                    subject.inputs(),
                    engine,
                    threads,
                    evidence.get().kernels()));
        } catch (IllegalArgumentException e) {
            return none(String.valueOf(e.getMessage()));
        }
    }

    /** A graph of constants is computed when the session is created. */
    private static boolean hasNoNodes(RawEvidence evidence) {
        return evidence.environment().containsKey(EvidenceJudge.NODES_LEFT);
    }

    private static Optional<String> reason(RawEvidence evidence) {
        return REASONS.stream()
                .flatMap(fact -> Optional.ofNullable(evidence.environment().get(fact)).stream())
                .findFirst();
    }

    private static Traced none(String why) {
        return new Traced.Failed(Failure.of(ErrorCode.EXECUTION_FAILED, "the model's kernels are not known: " + why));
    }

    @Override
    public void close() {
        child.close();
    }
}
