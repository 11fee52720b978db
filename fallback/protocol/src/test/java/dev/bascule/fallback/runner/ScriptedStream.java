package dev.bascule.fallback.runner;

import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.StreamReport;
import dev.bascule.fallback.job.StreamRequest;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A stream in a scripted session: no audio and no waiting, but the arithmetic of a queue in time. Frame k holds the value
 * k + 1 in every sample and is there at (k + 1) frame times; the model takes what the script says; a frame that finds
 * the queue full is dropped.
 */
final class ScriptedStream {
    private final StreamRequest request;
    private final Script script;
    private final Feeds feeds;
    private final List<String> wanted;
    private final double frameMs;
    private final Deque<Integer> queue = new ArrayDeque<>();
    private final List<Integer> processed = new ArrayList<>();
    private final List<Double> latencies = new ArrayList<>();
    private final List<Double> times = new ArrayList<>();
    private final Map<String, List<Tensor>> outputs = new LinkedHashMap<>();
    private final Map<String, Tensor> carried = new LinkedHashMap<>();
    private double free;
    private int dropped;

    ScriptedStream(StreamRequest request, Script script, Job job) {
        this.request = request;
        this.script = script;
        this.feeds = job.feeds();
        this.wanted = job.outputs();
        this.frameMs = request.frameSamples() * 1000.0 / (request.sampleRate() * request.speed());
    }

    StreamReport run() {
        int frames = (int) (request.length().toNanos() / 1e9 * request.sampleRate() / request.frameSamples());
        for (int frame = 0; frame < frames; frame++) {
            work(arrival(frame));
            if (queue.size() < request.queueFrames() || request.offline()) {
                queue.add(frame);
            } else {
                dropped++;
            }
        }
        work(Double.POSITIVE_INFINITY);
        Map<String, Tensor> stacked = new LinkedHashMap<>();
        outputs.forEach((name, tensors) -> stacked.put(name, stack(tensors)));
        return new StreamReport(
                frames,
                dropped,
                millis(frames * frameMs),
                millis(times.stream().mapToDouble(Double::doubleValue).sum()),
                samples(latencies),
                samples(times),
                processed,
                pcm(frames),
                stacked,
                Map.of("context", "scripted"));
    }

    private double arrival(int frame) {
        return (frame + 1) * frameMs;
    }

    /** Takes frames from the queue until this time. */
    private void work(double until) {
        while (!queue.isEmpty() && Math.max(free, arrival(queue.element())) < until) {
            int frame = queue.remove();
            double time = script.millis.get(processed.size() % script.millis.size());
            free = Math.max(free, arrival(frame)) + time;
            processed.add(frame);
            times.add(time);
            latencies.add(free - arrival(frame));
            infer(frame);
        }
    }

    private void infer(int frame) {
        Map<String, Tensor> inputs = new LinkedHashMap<>(feeds.step(0));
        inputs.putAll(carried);
        Shape shape = inputs.get(request.input()).shape();
        inputs.put(request.input(), Tensor.floats(shape, withContext(frame)));
        Map<String, Tensor> results = script.inference.run(inputs);
        feeds.carry().forEach((input, output) -> carried.put(input, results.get(output)));
        for (String name : wanted) {
            outputs.computeIfAbsent(name, key -> new ArrayList<>()).add(results.get(name));
        }
    }

    /** The frame, after the end of the one before it; before the first there is silence. */
    private float[] withContext(int frame) {
        float[] values = new float[request.contextSamples() + request.frameSamples()];
        java.util.Arrays.fill(values, frame + 1);
        java.util.Arrays.fill(values, 0, request.contextSamples(), frame);
        return values;
    }

    private float[] values(int frame) {
        float[] values = new float[request.frameSamples()];
        java.util.Arrays.fill(values, frame + 1);
        return values;
    }

    private Tensor pcm(int frames) {
        ByteBuffer bytes =
                ByteBuffer.allocate(4 * frames * request.frameSamples()).order(ByteOrder.LITTLE_ENDIAN);
        for (int frame = 0; frame < frames; frame++) {
            for (float value : values(frame)) {
                bytes.putFloat(value);
            }
        }
        return Tensor.of(
                dev.bascule.fallback.tensor.DType.FLOAT32, Shape.of(frames, request.frameSamples()), bytes.array());
    }

    private static Tensor stack(List<Tensor> tensors) {
        List<Long> dims = new ArrayList<>(List.of((long) tensors.size()));
        dims.addAll(tensors.get(0).shape().dims());
        java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
        tensors.forEach(tensor -> bytes.writeBytes(tensor.bytes()));
        return Tensor.of(tensors.get(0).dtype(), new Shape(dims), bytes.toByteArray());
    }

    private static Samples samples(List<Double> values) {
        return Samples.ofMillis(values.stream().mapToDouble(Double::doubleValue).toArray());
    }

    private static Duration millis(double value) {
        return Duration.ofNanos(Math.round(value * 1e6));
    }
}
