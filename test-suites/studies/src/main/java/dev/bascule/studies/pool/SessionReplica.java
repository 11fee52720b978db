package dev.bascule.studies.pool;

import dev.bascule.execution.session.CheckedSession;
import dev.bascule.execution.session.FaultOutcome;
import dev.bascule.execution.session.IsolatedRunner;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.OutputChecker;
import dev.bascule.fallback.attempt.OutputChecker.Reference;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.Inference;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.runner.MemoryMeter;
import dev.bascule.fallback.tensor.Tensor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** A replica on an {@link IsolatedRunner}, which answers every request with the same inputs. */
public final class SessionReplica implements PoolReplica {
    /** Inferences after opening that nobody waits for. */
    private static final int WARM_UP = 3;

    private final IsolatedRunner runner;
    private final Supplier<Job> jobs;
    private final Map<String, Tensor> inputs;
    private final Optional<Reference> reference;
    private final Duration timeout;
    private volatile Optional<CheckedSession> session = Optional.empty();
    private volatile OptionalLong empty = OptionalLong.empty();
    private volatile boolean lost;
    private Map<String, Tensor> last = Map.of();
    private Duration computed = Duration.ZERO;

    /**
     * @param runner of its own
     * @param jobs a job to open the model with, with an id of its own each time
     * @param reference what its answers are held against; empty where there is none
     * @param timeout for opening and for each answer
     */
    public SessionReplica(
            IsolatedRunner runner,
            Supplier<Job> jobs,
            Map<String, Tensor> inputs,
            Optional<Reference> reference,
            Duration timeout) {
        this.runner = runner;
        this.jobs = jobs;
        this.inputs = Map.copyOf(inputs);
        this.reference = reference;
        this.timeout = timeout;
    }

    @Override
    public Optional<Failure> open() {
        Optional<Failure> absent = runner.start();
        lost = false;
        if (absent.isPresent()) {
            return absent;
        }
        empty = memory().map(held -> OptionalLong.of(held.residentBytes())).orElseGet(OptionalLong::empty);
        Reply<CheckedSession> reply = runner.open(jobs.get(), timeout);
        session = reply.result();
        Optional<Failure> failed = failure(reply);
        for (int i = 0; i < WARM_UP && failed.isEmpty(); i++) {
            failed = answer();
        }
        return failed;
    }

    @Override
    public Optional<Failure> answer() {
        if (session.isEmpty()) {
            return Optional.of(Failure.of(ErrorCode.EXECUTION_FAILED, "no model is open"));
        }
        Reply<Inference> reply = session.get().infer(inputs, timeout);
        if (reply instanceof Reply.Failed<Inference>) {
            // A session repeats its first fault for ever.
            session = Optional.empty();
            lost = !runner.isRunning();
        }
        last = reply.result().map(Inference::outputs).orElse(Map.of());
        computed = reply.result().map(Inference::compute).orElse(Duration.ZERO);
        return failure(reply);
    }

    private static Optional<Failure> failure(Reply<?> reply) {
        return reply instanceof Reply.Failed<?> failed
                ? Optional.of(FaultOutcome.of(failed.fault()).failure())
                : Optional.empty();
    }

    @Override
    public boolean isOpen() {
        return session.isPresent();
    }

    @Override
    public boolean isLost() {
        return lost;
    }

    @Override
    public boolean isJudged() {
        return reference.isPresent();
    }

    @Override
    public OptionalLong emptyBytes() {
        return empty;
    }

    @Override
    public Duration computed() {
        return computed;
    }

    @Override
    public Optional<Failure> wrong() {
        return reference.flatMap(expected -> {
            List<Outputs.Output> brought = new ArrayList<>();
            last.forEach((name, tensor) -> brought.add(new Outputs.Output(name, 0, 0, tensor)));
            OutputChecker checker = new OutputChecker(expected);
            checker.requireAll(new Outputs(brought));
            checker.check(new Outputs(brought), 1);
            Numerics numerics = checker.result();
            return numerics.ok()
                    ? Optional.empty()
                    : Optional.of(Failure.of(
                            ErrorCode.NUMERICS_WRONG,
                            "%d of %d values lie outside the tolerance"
                                    .formatted(
                                            numerics.difference().outside(),
                                            numerics.difference().elements())));
        });
    }

    @Override
    public Optional<HeldMemory> memory() {
        return runner.memory()
                .map(MemoryMeter::read)
                .map(reading -> new HeldMemory(reading.residentTotal(), reading.currentTotal()))
                .filter(held -> held.residentBytes() > 0);
    }

    @Override
    public Optional<Duration> processorTime() {
        return runner.memory()
                .map(MemoryMeter::processes)
                .flatMap(ids -> ids.stream()
                        .flatMap(id -> ProcessHandle.of(id).stream())
                        .flatMap(process -> process.info().totalCpuDuration().stream())
                        .reduce(Duration::plus));
    }

    @Override
    public void close() {
        session = Optional.empty();
        runner.close();
    }
}
