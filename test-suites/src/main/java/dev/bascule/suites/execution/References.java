package dev.bascule.suites.execution;

import dev.bascule.fallback.attempt.FaultClassifier;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.OutputChecker.Reference;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.cases.ModelFormat;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.runner.Closing;
import dev.bascule.fallback.runner.Fault;
import dev.bascule.fallback.runner.Job;
import dev.bascule.fallback.runner.Outputs;
import dev.bascule.fallback.runner.Reply;
import dev.bascule.fallback.runner.RunnerSession;
import dev.bascule.fallback.tensor.Tensor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What outputs are compared with: a case's expected outputs, published or computed, else native CPU with graph optimisation off (for
 * TorchScript PyTorch's own), run once for each case. Belongs to one thread.
 */
public final class References {
    private final RunnerSource nativeSource;
    private final Duration timeout;
    private final JobIds ids;
    private final TimeLedger ledger;
    private final Map<CaseId, Found> known = new HashMap<>();

    public References(RunnerSource nativeSource, Duration timeout, JobIds ids, TimeLedger ledger) {
        this.nativeSource = nativeSource;
        this.timeout = timeout;
        this.ids = ids;
        this.ledger = ledger;
    }

    /** Either the reference, or why there is none. */
    public sealed interface Found {
        record Known(Reference reference) implements Found {}

        record Missing(Failure failure) implements Found {}
    }

    public Found of(PreparedCase kase) {
        Found found = known.get(kase.id());
        if (found == null) {
            found = kase.expected()
                    .<Found>map(Found.Known::new)
                    .orElseGet(() -> ledger.time("references", () -> run(kase)));
            known.put(kase.id(), found);
        }
        return found;
    }

    private Found run(PreparedCase kase) {
        ModelFormat format = kase.artifact().format();
        Optional<RunnerSource> source = nativeSource.forFormat(format);
        if (source.isEmpty()) {
            return missing("nothing here opens %s models".formatted(format.id()));
        }
        Optional<Failure> absent = source.get().unavailable(Backends.NATIVE_CPU);
        if (absent.isPresent()) {
            return new Found.Missing(absent.get());
        }
        Lane lane = source.get().lane(Backends.NATIVE_CPU);
        if (!(lane.enter() instanceof Lane.Entry.Ready ready)) {
            return missing("the native CPU runner did not start");
        }
        Job job = new Job(
                ids.next(),
                Backends.NATIVE_CPU,
                kase.artifact(),
                kase.feeds(),
                kase.outputs(),
                kase.settings().asReference());
        Reply<RunnerSession> opened = ready.runner().open(job, timeout);
        if (opened instanceof Reply.Failed<RunnerSession> failed) {
            return missing(lane, failed.fault());
        }
        RunnerSession session = opened.result().orElseThrow();
        Found found = new Found.Known(new Reference(kind(format), bySteps(session.firstOutputs())));
        Reply<Closing> closed = session.finish(timeout);
        return closed instanceof Reply.Failed<Closing> failed ? missing(lane, failed.fault()) : found;
    }

    private static Numerics.Reference kind(ModelFormat format) {
        return switch (format) {
            case ONNX -> Numerics.Reference.NATIVE_CPU_UNOPTIMISED;
            case TORCHSCRIPT -> Numerics.Reference.PYTORCH_CPU_UNOPTIMISED;
        };
    }

    private static Found missing(Lane lane, Fault fault) {
        FaultClassifier.Classified classified = FaultClassifier.classify(fault);
        if (!classified.runnerIsSound()) {
            lane.discard();
        }
        String why = "native CPU, the reference, does not run it: "
                + classified.failure().message();
        if (classified.outcome() == Outcome.OUT_OF_MEMORY) {
            return new Found.Missing(Failure.of(ErrorCode.OUT_OF_MEMORY, why));
        }
        return fault instanceof Fault.Refused
                ? new Found.Missing(Failure.of(
                        ErrorCode.REFERENCE_UNAVAILABLE,
                        why,
                        "check the inputs' shapes: --input, --dim, and --frame with --carry for a model that is fed frame by frame",
                        "give a model in the backend-test layout with expected outputs"))
                : missing(why);
    }

    private static Found missing(String why) {
        return new Found.Missing(Failure.of(ErrorCode.REFERENCE_UNAVAILABLE, why));
    }

    private static List<Map<String, Tensor>> bySteps(Outputs outputs) {
        List<Map<String, Tensor>> steps = new ArrayList<>();
        for (Outputs.Output output : outputs.all()) {
            while (steps.size() <= output.step()) {
                steps.add(new HashMap<>());
            }
            steps.get(output.step()).put(output.name(), output.tensor());
        }
        return steps;
    }
}
