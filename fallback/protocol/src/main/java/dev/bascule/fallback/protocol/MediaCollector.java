package dev.bascule.fallback.protocol;

import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.MediaReply;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Tensor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Gathers the packets of one way through the media stack. */
final class MediaCollector {
    /** More than any file that a host sends this way: ten seconds of sound at 96 kHz, or a picture of two million pixels. */
    private static final long MOST_ELEMENTS = 6_500_000;

    private static final Set<String> STEPS = Set.of("encode", "decode", "firstFrame", "readBack");
    private static final long COLOURS = 3;

    private final int number;
    private final Map<String, Tensor> tensors = new LinkedHashMap<>();

    MediaCollector(int number) {
        this.number = number;
    }

    /** Takes a packet; the last one gives the reply. */
    Optional<Reply<MediaReply>> take(Packet packet) {
        if (packet instanceof Packet.TensorPacket tensor && tensor.role().equals("media")) {
            tensors.put(tensor.name(), tensor.tensor());
        }
        return packet instanceof Message.MediaReturned done && done.number() == number
                ? Optional.of(done.error().map(MediaCollector::refused).orElseGet(() -> reply(done)))
                : Optional.empty();
    }

    private static Reply<MediaReply> refused(Message.ErrorInfo error) {
        return new Reply.Failed<>(
                new Fault.Refused(error.phase(), error.name(), error.message(), error.stack(), Phases.NONE));
    }

    private Reply<MediaReply> reply(Message.MediaReturned done) {
        Map<String, Samples> times = new LinkedHashMap<>();
        try {
            for (Map.Entry<String, List<Double>> told : done.timesMs().entrySet()) {
                require(STEPS.contains(told.getKey()), "there is no step '" + told.getKey() + "'");
                times.put(
                        told.getKey(),
                        Samples.ofMillis(told.getValue().stream()
                                .mapToDouble(Double::doubleValue)
                                .toArray()));
            }
            tensors.forEach(MediaCollector::requireSound);
            require(!tensors.isEmpty(), "it brought nothing");
        } catch (IllegalArgumentException e) {
            return new Reply.Failed<>(
                    new Fault.Lost("media", "what it says of its media stack makes no sense: " + e.getMessage()));
        }
        return new Reply.Ok<>(new MediaReply(times, tensors, Wire.facts(done.facts())));
    }

    private static void requireSound(String name, Tensor tensor) {
        List<Long> dims = tensor.shape().dims();
        boolean fits = switch (name) {
            case MediaReply.PCM -> tensor.dtype() == DType.FLOAT32 && dims.size() == 1;
            case MediaReply.PIXELS, MediaReply.CANVAS ->
                tensor.dtype() == DType.UINT8 && dims.size() == 3 && dims.get(2) == COLOURS;
            default -> false;
        };
        require(
                fits && tensor.shape().elements() <= MOST_ELEMENTS,
                "a tensor '%s' of %s%s".formatted(name, tensor.dtype().wireName(), tensor.shape()));
    }

    private static void require(boolean holds, String problem) {
        if (!holds) {
            throw new IllegalArgumentException(problem);
        }
    }
}
