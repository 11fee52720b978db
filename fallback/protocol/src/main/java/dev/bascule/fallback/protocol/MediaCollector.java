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
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Gathers the packets of one way through the media stack. */
final class MediaCollector {
    private static final Set<String> STEPS = Set.of("encode", "decode", "firstFrame", "readBack");
    private static final long COLOURS = 3;

    private final int number;
    private final int repeats;
    private final Map<String, Tensor> tensors = new LinkedHashMap<>();
    private Optional<String> unfit = Optional.empty();

    /** @param repeats how often a step was to be timed, at most */
    MediaCollector(int number, int repeats) {
        this.number = number;
        this.repeats = repeats;
    }

    /** Takes a packet; the last one gives the reply. */
    Optional<Reply<MediaReply>> take(Packet packet) {
        if (packet instanceof Packet.TensorPacket tensor && tensor.role().equals("media")) {
            keep(tensor.name(), tensor.tensor());
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
                times.put(told.getKey(), samples(told.getKey(), told.getValue()));
            }
            unfit.ifPresent(what -> require(false, what));
            require(!tensors.isEmpty(), "it brought nothing");
        } catch (IllegalArgumentException e) {
            return new Reply.Failed<>(
                    new Fault.Lost("media", "what it says of its media stack makes no sense: " + e.getMessage()));
        }
        return new Reply.Ok<>(new MediaReply(times, tensors, Wire.facts(done.facts())));
    }

    private Samples samples(String step, List<Double> millis) {
        if (millis == null || millis.size() > repeats) {
            throw new IllegalArgumentException("not the times of '%s' in %d repeats".formatted(step, repeats));
        }
        require(millis.stream().noneMatch(Objects::isNull), "a time of '%s' is missing".formatted(step));
        return Samples.ofMillis(millis.stream().mapToDouble(Double::doubleValue).toArray());
    }

    /** Of what does not fit, nothing but the word: a page that sends more and more of it fills no heap. */
    private void keep(String name, Tensor tensor) {
        if (fits(name, tensor)) {
            tensors.put(name, tensor);
        } else if (unfit.isEmpty()) {
            unfit = Optional.of("a tensor of %s%s that was not asked for"
                    .formatted(tensor.dtype().wireName(), tensor.shape()));
        }
    }

    private static boolean fits(String name, Tensor tensor) {
        List<Long> dims = tensor.shape().dims();
        boolean known = switch (name) {
            case MediaReply.PCM -> tensor.dtype() == DType.FLOAT32 && dims.size() == 1;
            case MediaReply.PIXELS, MediaReply.CANVAS ->
                tensor.dtype() == DType.UINT8
                        && dims.size() == 3
                        && dims.get(2) == COLOURS
                        && Math.max(dims.get(0), dims.get(1)) <= MediaReply.MOST_SIDE;
            default -> false;
        };
        long elements = tensor.shape().elements();
        return known && elements >= 1 && elements <= MediaReply.MOST_ELEMENTS;
    }

    private static void require(boolean holds, String problem) {
        if (!holds) {
            throw new IllegalArgumentException(problem);
        }
    }
}
