package dev.bascule.models.decoder;

import ai.onnxruntime.OrtException;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.graph.Ort;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** A decoder on ONNX Runtime with its cache, step by step. */
public final class DecoderRun implements AutoCloseable {
    private final DecoderConfig config;
    private final Ort ort;
    private final Map<String, Tensor> cache = new LinkedHashMap<>();
    private final Map<String, Tensor> crossed = new LinkedHashMap<>();
    private int position;

    public DecoderRun(Path file, DecoderConfig config) throws OrtException {
        this.config = config;
        this.ort = new Ort(file);
        clear();
    }

    public void clear() {
        Shape shape = Shape.of(1, config.kvHeads(), config.context(), config.headSize());
        Tensor zeros = Tensor.floats(shape, new float[(int) shape.elements()]);
        config.carry().keySet().forEach(name -> cache.put(name, zeros));
        position = 0;
    }

    /** For a fault: the next step thinks that so many positions were before. */
    public void at(int other) {
        position = other;
    }

    /** What it looks at of an encoder from now on. */
    public DecoderRun on(Map<String, Tensor> encoded) {
        crossed.putAll(encoded);
        return this;
    }

    public Map<String, Tensor> cache() {
        return cache;
    }

    /** The logits after each of these tokens, which come to those before. */
    public List<float[]> step(List<Integer> tokens) throws OrtException {
        Map<String, Tensor> feeds = new LinkedHashMap<>(cache);
        feeds.putAll(crossed);
        long[] ids = tokens.stream().mapToLong(token -> token).toArray();
        feeds.put(DecoderConfig.IDS, Tensor.longs(Shape.of(1, ids.length), ids));
        feeds.put(DecoderConfig.POSITION, Tensor.longs(Shape.of(1), position));
        Map<String, Tensor> outputs = ort.run(feeds);
        config.carry().forEach((past, present) -> cache.put(past, outputs.get(present)));
        position += ids.length;
        Elements.Reader reader = Elements.of(outputs.get(DecoderConfig.LOGITS));
        List<float[]> rows = new ArrayList<>();
        for (int row = 0; row < ids.length; row++) {
            float[] logits = new float[config.vocabulary()];
            for (int index = 0; index < logits.length; index++) {
                logits[index] = (float) reader.at(row * logits.length + index);
            }
            rows.add(logits);
        }
        return rows;
    }

    /** What a model writes after a prompt if it always takes the likeliest token. */
    public List<Integer> greedy(List<Integer> prompt, int count) throws OrtException {
        clear();
        List<Integer> written = new ArrayList<>();
        List<float[]> rows = step(prompt);
        float[] last = rows.get(rows.size() - 1);
        while (written.size() < count) {
            written.add(best(last));
            last = step(written.subList(written.size() - 1, written.size())).get(0);
        }
        return written;
    }

    public static int best(float[] logits) {
        return IntStream.range(0, logits.length)
                .reduce((a, b) -> logits[b] > logits[a] ? b : a)
                .orElseThrow();
    }

    public static double farthest(float[] a, float[] b) {
        return IntStream.range(0, a.length)
                .mapToDouble(index -> Math.abs(a[index] - b[index]))
                .max()
                .orElseThrow();
    }

    @Override
    public void close() throws OrtException {
        ort.close();
    }
}
