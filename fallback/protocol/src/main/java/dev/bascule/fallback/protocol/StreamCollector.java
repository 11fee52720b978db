package dev.bascule.fallback.protocol;

import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.job.StreamReport;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Gathers the packets of one stream into its report. */
final class StreamCollector {
    private static final String OUTPUT = "output/";

    private final int stream;
    private final Map<String, Tensor> tensors = new LinkedHashMap<>();

    StreamCollector(int stream) {
        this.stream = stream;
    }

    /** Takes a packet; the last one of the stream gives the reply. */
    Optional<Reply<StreamReport>> take(Packet packet) {
        if (packet instanceof Packet.TensorPacket tensor && tensor.role().equals("stream")) {
            tensors.put(tensor.name(), tensor.tensor());
        }
        return packet instanceof Message.Streamed done && done.stream() == stream
                ? Optional.of(done.error().map(StreamCollector::refused).orElseGet(() -> report(done)))
                : Optional.empty();
    }

    private static Reply<StreamReport> refused(Message.ErrorInfo error) {
        return new Reply.Failed<>(
                new Fault.Refused(error.phase(), error.name(), error.message(), error.stack(), Phases.NONE));
    }

    private Reply<StreamReport> report(Message.Streamed done) {
        List<Integer> processed = new ArrayList<>();
        for (double value : values("frame")) {
            processed.add((int) value);
        }
        Samples latency = samples("latencyMs");
        Samples inference = samples("inferenceMs");
        Tensor pcm = tensors.getOrDefault("pcm", Tensor.floats(Shape.of(0, 0)));
        if (processed.size() != done.processed()
                || latency.size() != done.processed()
                || inference.size() != done.processed()
                || done.processed() + done.dropped() != done.frames()
                || pcm.shape().dims().get(0) != done.frames()) {
            return new Reply.Failed<>(new Fault.Lost(
                    "stream",
                    "it cut %d frames, processed %d, dropped %d, and brought %d frame numbers, %d latencies and %d times"
                            .formatted(
                                    done.frames(),
                                    done.processed(),
                                    done.dropped(),
                                    processed.size(),
                                    latency.size(),
                                    inference.size())));
        }
        Map<String, Tensor> outputs = new LinkedHashMap<>();
        tensors.forEach((name, tensor) -> {
            if (name.startsWith(OUTPUT)) {
                outputs.put(name.substring(OUTPUT.length()), tensor);
            }
        });
        return new Reply.Ok<>(new StreamReport(
                done.frames(),
                done.dropped(),
                Wire.millis(done.audioMs()),
                Wire.millis(done.processingMs()),
                latency,
                inference,
                processed,
                pcm,
                outputs,
                Wire.facts(done.facts())));
    }

    private Samples samples(String name) {
        return Samples.ofMillis(values(name));
    }

    private double[] values(String name) {
        Tensor tensor = tensors.get(name);
        if (tensor == null || (tensor.dtype() != DType.FLOAT64 && tensor.dtype() != DType.INT32)) {
            return new double[0];
        }
        Elements.Reader elements = Elements.of(tensor);
        return IntStream.range(0, Math.toIntExact(tensor.shape().elements()))
                .mapToDouble(elements::at)
                .toArray();
    }
}
