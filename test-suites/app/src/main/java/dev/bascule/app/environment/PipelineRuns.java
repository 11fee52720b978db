package dev.bascule.app.environment;

import dev.bascule.execution.session.IsolatedRunner;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.PipelineOutput;
import dev.bascule.fallback.job.PipelineRequest;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.numerics.TensorComparer;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.tensor.Tensor;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Runs a case's input pipeline: natively for the bytes that every target is fed, and in each page as well, to judge what
 * the page's own pipeline makes. Stateless.
 */
final class PipelineRuns {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** The backend whose page a pipeline is tried in: every browser has it, and it costs least to start. */
    private static final Backend PAGE_BACKEND = Backends.WASM;

    private PipelineRuns() {}

    /** What came of a pipeline. */
    sealed interface Result {}

    /** The native side was lost, which says nothing of what it was given. */
    record Lost(Failure failure) implements Result {}

    /**
     * @param tensors by the pipeline's names, made natively
     * @param notes how long each side took and how far they are apart, for the evidence
     * @param failures by browser, why its page's pipeline is not right
     */
    record Made(Map<String, Tensor> tensors, Map<String, String> notes, Map<String, Failure> failures)
            implements Result {}

    /**
     * On the native side, and on a page of each of these browsers.
     *
     * @throws BasculeException INPUT_MISMATCH where the pipeline refuses what it is given
     */
    static Result run(PipelineRequest request, RunnerSource nativeSource, Collection<RunnerSource> browsers) {
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
        Map<String, IsolatedRunner> pages = new LinkedHashMap<>();
        browsers.forEach(source -> {
            IsolatedRunner page = source.lane(PAGE_BACKEND);
            if (page.start().isEmpty()) {
                pages.put(source.name(), page);
            }
        });
        return judged(request, reply, pages);
    }

    private static Optional<Reply<PipelineOutput>> natively(PipelineRequest request, RunnerSource nativeSource) {
        IsolatedRunner child = nativeSource.lane(Backends.NATIVE_CPU);
        return child.start().isPresent() ? Optional.empty() : Optional.of(prepared(child, request));
    }

    private static Reply<PipelineOutput> prepared(IsolatedRunner side, PipelineRequest request) {
        return side.ask(live -> live.prepare(request, LIMIT));
    }

    /** Rather than that it said what is wrong with what it was given. */
    private static boolean isLost(Reply<PipelineOutput> reply) {
        return reply instanceof Reply.Failed<PipelineOutput> failed && !(failed.fault() instanceof Fault.Refused);
    }

    static Result run(PipelineRequest request, IsolatedRunner child, Map<String, IsolatedRunner> pages) {
        return judged(request, prepared(child, request), pages);
    }

    private static Result judged(
            PipelineRequest request, Reply<PipelineOutput> reply, Map<String, IsolatedRunner> pages) {
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
        PipelineOutput made = reply.result().orElseThrow();
        Map<String, String> notes = new LinkedHashMap<>();
        notes.put("pipeline.nativeMs", millis(made.elapsed()));
        Map<String, Failure> failures = new LinkedHashMap<>();
        pages.forEach((browser, page) ->
                judge(request, made, browser, page, notes).ifPresent(failure -> failures.put(browser, failure)));
        return new Made(made.tensors(), notes, failures);
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

    private static Optional<Failure> judge(
            PipelineRequest request,
            PipelineOutput made,
            String browser,
            IsolatedRunner page,
            Map<String, String> notes) {
        Reply<PipelineOutput> reply = prepared(page, request);
        String key = "pipeline." + browser;
        if (reply instanceof Reply.Failed<PipelineOutput> failed) {
            notes.put(key, "failed: " + describe(failed.fault()));
            // A page that was lost may have been lost to anything; one that refuses has judged its own pipeline.
            return failed.fault() instanceof Fault.Refused
                    ? Optional.of(Failure.of(
                            ErrorCode.PIPELINE_WRONG,
                            "the page's own input pipeline failed: " + describe(failed.fault())))
                    : Optional.empty();
        }
        PipelineOutput other = reply.result().orElseThrow();
        double distance = distance(made.tensors(), other.tensors());
        notes.put(key + ".ms", millis(other.elapsed()));
        notes.put(key + ".maxAbsFromNative", Double.toString(distance));
        PipelineLimit limit = PipelineLimit.of(request);
        notes.put("pipeline.limit", limit.why());
        return limit.maxAbs().isPresent() && distance > limit.maxAbs().getAsDouble()
                ? Optional.of(Failure.of(
                        ErrorCode.PIPELINE_WRONG,
                        "the page's own input pipeline makes other inputs: off by %s, where %s"
                                .formatted(far(distance), limit.why())))
                : Optional.empty();
    }

    private static String far(double distance) {
        return Double.isFinite(distance)
                ? "%.3g".formatted(distance)
                : "more than a number: a tensor, its shape or type";
    }

    /** Greatest absolute difference over all tensors; infinite when one is missing or of another shape. */
    static double distance(Map<String, Tensor> expected, Map<String, Tensor> got) {
        return expected.entrySet().stream()
                .mapToDouble(entry -> Optional.ofNullable(got.get(entry.getKey()))
                        .map(tensor -> TensorComparer.compare(entry.getKey(), tensor, entry.getValue(), Tolerance.EXACT)
                                .maxAbs())
                        .orElse(Double.POSITIVE_INFINITY))
                .max()
                .orElse(Double.POSITIVE_INFINITY);
    }

    private static String millis(Duration duration) {
        return "%.2f".formatted(duration.toNanos() / 1e6);
    }

    private static String describe(Fault fault) {
        return fault instanceof Fault.Refused refused
                ? refused.message()
                : "the runner did not answer in phase " + fault.phase();
    }
}
