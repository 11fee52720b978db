package dev.bascule.nativerunner.bench;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.OrtSession.SessionOptions;
import ai.onnxruntime.TensorInfo;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.measure.Ratio;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.runner.RunnerSession;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.nativerunner.child.InMemoryRunner;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * What a timed iteration of the native runner costs over the same call made by hand on ONNX Runtime's Java binding:
 * interleaved blocks (ABBA) on one model with one float32 input. A program, not a test: nothing timed is pass or fail.
 *
 * <p>{@code RawOnnxRuntimeComparison MODEL.onnx [BLOCK-PAIRS [ITERATIONS]]}
 */
public final class RawOnnxRuntimeComparison {
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private RawOnnxRuntimeComparison() {}

    public static void main(String[] arguments) throws Exception {
        Path model = Path.of(arguments[0]).toAbsolutePath();
        int pairs = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 20;
        int iterations = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 200;
        Path scratch = Files.createTempDirectory("bascule-bench-");
        try (InMemoryRunner runner = new InMemoryRunner(scratch);
                SessionOptions options = new SessionOptions()) {
            options.setIntraOpNumThreads(1);
            OrtEnvironment environment = OrtEnvironment.getEnvironment();
            try (OrtSession raw = environment.createSession(model.toString(), options)) {
                String input = raw.getInputNames().iterator().next();
                long[] shape = ((TensorInfo) raw.getInputInfo().get(input).getInfo()).getShape();
                float[] values = random((int) Arrays.stream(shape).reduce(1, (a, b) -> a * b));
                RunnerSession own = runner.runner()
                        .open(job(model, input, Tensor.floats(Shape.of(shape), values)), LIMIT)
                        .result()
                        .orElseThrow();
                Map<String, OnnxTensor> feeds =
                        Map.of(input, OnnxTensor.createTensor(environment, FloatBuffer.wrap(values), shape));
                measure(own, iterations * 5);
                measure(raw, feeds, iterations * 5);
                List<Samples> ownBlocks = new ArrayList<>();
                List<Samples> rawBlocks = new ArrayList<>();
                for (int pair = 0; pair < pairs; pair++) {
                    if (pair % 2 == 0) {
                        ownBlocks.add(measure(own, iterations));
                        rawBlocks.add(measure(raw, feeds, iterations));
                    } else {
                        rawBlocks.add(measure(raw, feeds, iterations));
                        ownBlocks.add(measure(own, iterations));
                    }
                }
                Ratio ratio = Ratio.ofPairs(ownBlocks, rawBlocks);
                double ownMedian = Samples.concat(ownBlocks).median();
                double rawMedian = Samples.concat(rawBlocks).median();
                System.out.printf(
                        "%s: runner %.4f ms, raw %.4f ms, difference %.1f us, ratio %.3f, 95 %% %s, %d pairs of %d%n",
                        model.getFileName(),
                        ownMedian,
                        rawMedian,
                        (ownMedian - rawMedian) * 1000,
                        ratio.value(),
                        ratio.ci95().map(Object::toString).orElse("unknown"),
                        pairs,
                        iterations);
            }
        } finally {
            Files.delete(scratch);
        }
        System.exit(0);
    }

    private static Samples measure(RunnerSession session, int iterations) {
        return session.measure(BlockRequest.ofIterations(iterations, LIMIT), LIMIT)
                .result()
                .orElseThrow()
                .samples();
    }

    private static Samples measure(OrtSession session, Map<String, OnnxTensor> feeds, int iterations)
            throws OrtException {
        double[] millis = new double[iterations];
        for (int i = 0; i < iterations; i++) {
            long start = System.nanoTime();
            OrtSession.Result result = session.run(feeds);
            millis[i] = (System.nanoTime() - start) / 1e6;
            result.close();
        }
        return Samples.ofMillis(millis);
    }

    private static float[] random(int length) {
        Random random = new Random(1);
        float[] values = new float[length];
        for (int i = 0; i < length; i++) {
            values[i] = random.nextFloat();
        }
        return values;
    }

    private static Job job(Path model, String input, Tensor tensor) throws Exception {
        byte[] bytes = Files.readAllBytes(model);
        String sha256 =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        return new Job(
                "bench",
                Backends.NATIVE_CPU,
                new ModelArtifact(sha256, bytes.length, model),
                Feeds.of(Map.of(input, tensor)),
                List.of(),
                SessionSettings.defaults());
    }
}
