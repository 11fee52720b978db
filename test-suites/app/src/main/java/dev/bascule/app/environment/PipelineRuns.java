package dev.bascule.app.environment;

import dev.bascule.execution.session.IsolatedRunner;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.PipelineOutput;
import dev.bascule.fallback.job.PipelineRequest;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.tensor.Tensor;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Runs a case's input pipeline on the host: what it makes is what native targets are fed, and what a page's is held against. Stateless. */
final class PipelineRuns {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private PipelineRuns() {}

    /** What came of a pipeline. */
    sealed interface Result {}

    /** The native side was lost, which says nothing of what it was given. */
    record Lost(Failure failure) implements Result {}

    /**
     * @param request what was run
     * @param tensors by the pipeline's names
     * @param notes how long it took, for the evidence
     */
    record Made(PipelineRequest request, Map<String, Tensor> tensors, Map<String, String> notes) implements Result {}

    /** @throws BasculeException INPUT_MISMATCH where the pipeline refuses what it is given */
    static Result run(PipelineRequest request, RunnerSource nativeSource) {
        Optional<Reply<PipelineOutput>> made = natively(request, nativeSource);
        if (made.filter(PipelineRuns::isLost).isPresent()) {
            // To anything perhaps.
            made = natively(request, nativeSource);
        }
        if (made.isEmpty()) {
            Optional<Failure> why = nativeSource.unavailable(Backends.NATIVE_CPU);
            return new Lost(Failure.of(
                    ErrorCode.REFERENCE_UNAVAILABLE,
                    "native CPU, which makes its inputs, did not start"
                            + why.map(failure -> ": " + failure.message()).orElse("")));
        }
        Reply<PipelineOutput> reply = made.get();
        if (reply instanceof Reply.Failed<PipelineOutput> failed) {
            String why = "the input pipeline failed%s: %s".formatted(files(request), describe(failed.fault()));
            if (isLost(reply)) {
                return new Lost(Failure.of(
                        ErrorCode.REFERENCE_UNAVAILABLE,
                        "native CPU, which makes its inputs, was lost twice: " + why,
                        "run it again"));
            }
            throw new BasculeException(
                    ErrorCode.INPUT_MISMATCH, why, "give a sound as 16-bit PCM WAV, a picture as PNG or JPEG");
        }
        PipelineOutput output = reply.result().orElseThrow();
        return new Made(
                request,
                output.tensors(),
                Map.of("pipeline.hostMs", "%.2f".formatted(output.elapsed().toNanos() / 1e6)));
    }

    private static Optional<Reply<PipelineOutput>> natively(PipelineRequest request, RunnerSource nativeSource) {
        IsolatedRunner child = nativeSource.lane(Backends.NATIVE_CPU);
        return child.start().isPresent()
                ? Optional.empty()
                : Optional.of(child.ask(live -> live.prepare(request, LIMIT)));
    }

    /** Rather than that it said what is wrong with what it was given. */
    private static boolean isLost(Reply<PipelineOutput> reply) {
        return reply instanceof Reply.Failed<PipelineOutput> failed && !(failed.fault() instanceof Fault.Refused);
    }

    /** Of what it was made, for whoever has to mend that. */
    private static String files(PipelineRequest request) {
        return request.assets().isEmpty()
                ? ""
                : request.assets().values().stream()
                        .map(asset -> "'" + asset.file() + "'")
                        .sorted()
                        .collect(Collectors.joining(", ", " on ", ""));
    }

    private static String describe(Fault fault) {
        return fault instanceof Fault.Refused refused
                ? refused.message()
                : "the runner did not answer in phase " + fault.phase();
    }
}
