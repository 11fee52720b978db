package dev.bascule.benchmark;

import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OnnxValue;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Tensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;

/** The baseline on the native side: ONNX Runtime's own Java API, one intra-op thread, and nothing around it. */
final class RawOnnxRuntime implements AutoCloseable {
    private final OrtSession session;
    private final Map<String, OnnxTensor> feeds;

    private RawOnnxRuntime(OrtSession session, Map<String, OnnxTensor> feeds) {
        this.session = session;
        this.feeds = feeds;
    }

    static RawOnnxRuntime open(Job job) {
        try {
            OrtEnvironment environment = OrtEnvironment.getEnvironment();
            OrtSession.SessionOptions options = new OrtSession.SessionOptions();
            options.setIntraOpNumThreads(1);
            OrtSession session = environment.createSession(job.model().file().toString(), options);
            Map<String, OnnxTensor> feeds = new HashMap<>();
            for (Map.Entry<String, Tensor> input : job.feeds().step(0).entrySet()) {
                feeds.put(input.getKey(), tensor(environment, input.getValue()));
            }
            return new RawOnnxRuntime(session, feeds);
        } catch (OrtException e) {
            throw new IllegalStateException(e);
        }
    }

    private static OnnxTensor tensor(OrtEnvironment environment, Tensor tensor) throws OrtException {
        byte[] bytes = tensor.bytes();
        ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length).order(ByteOrder.nativeOrder());
        direct.put(bytes).flip();
        return OnnxTensor.createTensor(
                environment,
                direct,
                tensor.shape().toArray(),
                tensor.dtype() == DType.INT64 ? OnnxJavaType.INT64 : OnnxJavaType.FLOAT);
    }

    Samples block(int iterations) {
        double[] samples = new double[iterations];
        for (int i = 0; i < iterations; i++) {
            long start = System.nanoTime();
            try (OrtSession.Result result = session.run(feeds)) {
                for (Map.Entry<String, OnnxValue> output : result) {
                    ((OnnxTensor) output.getValue()).getByteBuffer();
                }
                samples[i] = (System.nanoTime() - start) / 1e6;
            } catch (OrtException e) {
                throw new IllegalStateException(e);
            }
        }
        return Samples.ofMillis(samples);
    }

    @Override
    public void close() {
        try {
            session.close();
        } catch (OrtException e) {
            throw new IllegalStateException(e);
        }
    }
}
