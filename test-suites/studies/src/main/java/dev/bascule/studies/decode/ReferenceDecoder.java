package dev.bascule.studies.decode;

import dev.bascule.execution.JobIds;
import dev.bascule.execution.session.CheckedSession;
import dev.bascule.execution.session.FaultOutcome;
import dev.bascule.execution.session.IsolatedRunner;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Inference;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.tensor.Tensor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/**
 * Native CPU without graph optimisation: it reads a prompt token by token and writes on, always the likeliest token. Belongs to its
 * runner's thread.
 */
final class ReferenceDecoder {
    private final IsolatedRunner runner;
    private final JobIds ids;
    private final Duration timeout;

    /** @param runner a native child */
    ReferenceDecoder(IsolatedRunner runner, JobIds ids, Duration timeout) {
        this.runner = runner;
        this.ids = ids;
        this.timeout = timeout;
    }

    /**
     * Writes on.
     *
     * @param lengths of the prompts; the longest is all of {@code prompt}
     * @param generate tokens to write at most; an end ends it before
     * @param progress hears how many tokens were read and written
     * @throws BasculeException {@link ErrorCode#REFERENCE_UNAVAILABLE} where it does not run
     */
    ForcedText write(DecodedModel model, long[] prompt, List<Integer> lengths, int generate, IntConsumer progress) {
        Map<String, Tensor> encoded =
                model.encoder().map(encoder -> encode(encoder, model.graph())).orElse(Map.of());
        DecodeFeeds feeds = new DecodeFeeds(model.graph(), encoded);
        Job job = new Job(
                ids.next(),
                Backends.NATIVE_CPU,
                model.artifact(),
                feeds.steps(new long[] {prompt[0]}),
                List.of(DecoderGraph.LOGITS),
                SessionSettings.defaults().asReference());
        CheckedSession session = ok(runner.open(job, timeout));
        List<Long> tokens = new ArrayList<>();
        for (long token : prompt) {
            tokens.add(token);
        }
        List<float[]> logits = new ArrayList<>();
        boolean ended = false;
        while (!ended && tokens.size() < prompt.length + generate) {
            int position = logits.size();
            float[] own = infer(session, model, tokens.get(position), position);
            logits.add(own);
            if (position >= prompt.length - 1) {
                long next = Logits.best(own);
                tokens.add(next);
                ended = model.ends().contains(next);
            }
            progress.accept(logits.size());
        }
        ok(session.finish());
        return new ForcedText(
                tokens.stream().mapToLong(Long::longValue).toArray(),
                prompt.length,
                lengths,
                logits,
                ended,
                model.ends(),
                encoded);
    }

    /** What the decoder looks at. */
    private Map<String, Tensor> encode(DecodedEncoder encoder, DecoderGraph graph) {
        Job job = new Job(
                ids.next(),
                Backends.NATIVE_CPU,
                encoder.artifact(),
                encoder.feeds(),
                List.copyOf(graph.crosses().keySet()),
                SessionSettings.defaults().asReference());
        CheckedSession session = ok(runner.open(job, timeout));
        Map<String, Tensor> outputs =
                session.firstOutputs().steps().stream().findFirst().orElse(Map.of());
        ok(session.finish());
        graph.crosses().forEach((name, shape) -> {
            Tensor tensor = outputs.get(name);
            if (tensor == null || !tensor.shape().equals(shape)) {
                throw new BasculeException(
                        ErrorCode.INPUT_MISMATCH,
                        "the decoder looks at '%s' %s, and the encoder '%s' gives %s"
                                .formatted(name, shape, encoder.name(), tensor));
            }
        });
        return outputs;
    }

    private float[] infer(CheckedSession session, DecodedModel model, long token, int position) {
        Inference inference = ok(session.infer(
                Map.of(
                        DecoderGraph.TOKENS,
                        DecodeFeeds.token(token),
                        DecoderGraph.POSITION,
                        DecodeFeeds.position(position)),
                timeout));
        Tensor logits = inference.outputs().get(DecoderGraph.LOGITS);
        List<float[]> rows =
                logits == null ? List.of() : Logits.rows(logits, model.graph().vocabulary());
        if (rows.size() != 1) {
            throw new BasculeException(
                    ErrorCode.REFERENCE_UNAVAILABLE,
                    "native CPU gives logits %s of one token, and the vocabulary has %d"
                            .formatted(logits, model.graph().vocabulary()));
        }
        return rows.get(0);
    }

    private static <T> T ok(Reply<T> reply) {
        return reply.fold(value -> value, fault -> {
            throw unavailable(fault);
        });
    }

    private static BasculeException unavailable(Fault fault) {
        Failure failure = FaultOutcome.of(fault).failure();
        ErrorCode code = failure.code() == ErrorCode.RUN_INTERRUPTED ? failure.code() : ErrorCode.REFERENCE_UNAVAILABLE;
        return new BasculeException(
                code,
                "native CPU, which the tokens come from, did not run the model: %s".formatted(failure.message()),
                failure.remedies().toArray(String[]::new));
    }
}
