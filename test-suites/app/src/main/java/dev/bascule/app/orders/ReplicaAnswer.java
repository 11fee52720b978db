package dev.bascule.app.orders;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.fallback.job.Advance;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.target.Browser;
import dev.bascule.fallback.target.Target;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.reports.document.AttemptPart.EvidencePart;
import dev.bascule.reports.document.EvidenceDocuments;
import dev.bascule.studies.session.Ended;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The head of what a replica says. Immutable.
 *
 * @param seen what it runs on, of one that opened
 * @param times of one that computed
 * @param outputs loss and gradients
 * @param state what it was fed, where that was asked for
 * @param evidence where it ran, of one that ended in good order
 * @param ended why it goes no further
 */
record ReplicaAnswer(
        Optional<Seen> seen,
        Optional<Times> times,
        List<TensorHead> outputs,
        List<TensorHead> state,
        Optional<EvidencePart> evidence,
        Optional<Why> ended) {

    /** A target but for its backend, which was asked for. */
    record Seen(
            Optional<Browser> browser,
            Engine engine,
            String deviceType,
            Optional<Boolean> software,
            Map<String, String> adapter) {
        static Seen of(Target target) {
            return new Seen(
                    target.browser(),
                    target.engine(),
                    target.deviceType().name().toLowerCase(Locale.ROOT),
                    target.software(),
                    target.adapter());
        }

        Target on(Backend backend) {
            return new Target(
                    backend,
                    browser,
                    engine,
                    Words.oneOf(DeviceType.class, deviceType, "a kind of device"),
                    software,
                    adapter);
        }
    }

    /** Milliseconds by the replica's clock, as {@link Advance} has them. */
    record Times(double feed, double step, double readBack) {}

    record Why(String verdict, String code, String message, List<String> remedies) {}

    static byte[] opened(Target target) {
        return ReplicaFrame.write(
                new ReplicaAnswer(
                        Optional.of(Seen.of(target)),
                        Optional.empty(),
                        List.of(),
                        List.of(),
                        Optional.empty(),
                        Optional.empty()),
                List.of());
    }

    /** @param advance of one step */
    static byte[] advanced(Advance advance) {
        ReplicaFrame.Named outputs = ReplicaFrame.Named.of(advance.outputs().get(0));
        ReplicaFrame.Named state = ReplicaFrame.Named.of(advance.state());
        List<Tensor> tensors = new ArrayList<>(outputs.tensors());
        tensors.addAll(state.tensors());
        return ReplicaFrame.write(
                new ReplicaAnswer(
                        Optional.empty(),
                        Optional.of(new Times(
                                total(advance.feeds()),
                                total(advance.steps()),
                                advance.readBack().toNanos() / 1e6)),
                        outputs.heads(),
                        state.heads(),
                        Optional.empty(),
                        Optional.empty()),
                tensors);
    }

    private static double total(Samples samples) {
        return Arrays.stream(samples.millis()).sum();
    }

    static byte[] ended(Optional<Evidence> evidence) {
        return ReplicaFrame.write(
                new ReplicaAnswer(
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        List.of(),
                        evidence.map(EvidenceDocuments::part),
                        Optional.empty()),
                List.of());
    }

    static byte[] failed(Ended why) {
        return ReplicaFrame.write(
                new ReplicaAnswer(
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        List.of(),
                        Optional.empty(),
                        Optional.of(new Why(
                                why.verdict().name(),
                                why.failure().code().name(),
                                why.failure().message(),
                                why.failure().remedies()))),
                List.of());
    }

    /** One as it came. */
    record Said(ReplicaAnswer head, Map<String, Tensor> outputs, Map<String, Tensor> state) {

        /**
         * Why it goes no further; empty where it does.
         *
         * @throws BasculeException for a verdict that ends nothing
         */
        Optional<Ended> over() {
            return head.ended()
                    .map(why -> new Ended(
                            verdict(why.verdict()), new Failure(code(why.code()), why.message(), why.remedies())));
        }

        private static Verdict verdict(String word) {
            Verdict verdict = Words.oneOf(Verdict.class, word.toLowerCase(Locale.ROOT), "a verdict");
            if (!verdict.isFailure() && verdict != Verdict.UNSUPPORTED && verdict != Verdict.SKIPPED) {
                throw Words.refused("a verdict that ends nothing");
            }
            return verdict;
        }

        private static ErrorCode code(String word) {
            return Words.oneOf(ErrorCode.class, word.toLowerCase(Locale.ROOT), "an error");
        }

        /** What one step came to. */
        Advance advance() {
            Times times = head.times().orElseThrow(() -> Words.refused("no times"));
            return new Advance(
                    Samples.ofMillis(millis(times.feed())),
                    Samples.ofMillis(millis(times.step())),
                    List.of(outputs),
                    state,
                    Duration.ofNanos(Math.round(millis(times.readBack()) * 1e6)));
        }

        /** No longer than a day, which a long counts. */
        private static double millis(double said) {
            if (!(said >= 0) || said > Duration.ofDays(1).toMillis()) {
                throw Words.refused("a time that there is not");
            }
            return said;
        }

        /** @throws BasculeException for what no evidence of this backend can be */
        Optional<Evidence> evidence(Backend backend) {
            return head.evidence().map(part -> {
                boolean odd = !part.requested().equals(backend.id())
                        || part.nodes().values().stream().anyMatch(count -> count < 0)
                        || part.nodes().size() > Words.MANY;
                if (odd) {
                    throw Words.refused("evidence of something else");
                }
                try {
                    return EvidenceDocuments.read(part);
                } catch (IllegalArgumentException e) {
                    throw Words.refused("evidence that is none");
                }
            });
        }
    }

    /** @throws BasculeException for what is no such frame */
    static Said read(byte[] frame) {
        ReplicaFrame.Read<ReplicaAnswer> came = ReplicaFrame.read(frame, ReplicaAnswer.class);
        Map<String, Tensor> outputs = came.cut(came.head().outputs());
        Map<String, Tensor> state = came.cut(came.head().state());
        came.requireEnd();
        return new Said(came.head(), outputs, state);
    }
}
