package dev.bascule.nativerunner.engine;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OnnxValue;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.OrtSession.SessionOptions;
import dev.bascule.fallback.tensor.Value;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A session on ONNX Runtime's Java binding, opened from bytes. */
final class DirectValueSession implements ValueSession {
    private static final String CPU = "CPUExecutionProvider";

    private final OrtEnvironment environment;
    private final OrtSession session;
    private final SessionOptions options;
    private final Optional<String> soleProvider;
    private boolean profiling;

    DirectValueSession(OrtEnvironment environment, ValueRequest request, SessionOptions options) throws OrtException {
        this.environment = environment;
        this.options = options;
        this.soleProvider = request.backend().equals("cpu") ? Optional.of(CPU) : Optional.empty();
        this.profiling = request.profile().isPresent();
        byte[] onnx = new byte[request.onnx().remaining()];
        request.onnx().get(onnx);
        this.session = environment.createSession(onnx, options);
    }

    @Override
    public Outcome run(Map<String, Value> inputs) throws RefusedException {
        Map<String, OnnxTensor> fed = new LinkedHashMap<>();
        try {
            for (Map.Entry<String, Value> input : inputs.entrySet()) {
                fed.put(input.getKey(), OnnxValues.toOnnx(environment, input.getValue()));
            }
            long start = System.nanoTime();
            try (OrtSession.Result result = session.run(fed)) {
                Duration inference = Duration.ofNanos(System.nanoTime() - start);
                Map<String, Value> outputs = new LinkedHashMap<>();
                for (Map.Entry<String, OnnxValue> output : result) {
                    outputs.put(output.getKey(), OnnxValues.toValue(output.getValue()));
                }
                return new Outcome(outputs, inference, "onnxruntime-java");
            }
        } catch (OrtException e) {
            throw RefusedException.of(e);
        } finally {
            fed.values().forEach(OnnxTensor::close);
        }
    }

    @Override
    public Optional<String> soleProvider() {
        return soleProvider;
    }

    @Override
    public Optional<Path> endProfiling() throws RefusedException {
        if (!profiling) {
            return Optional.empty();
        }
        profiling = false;
        try {
            return Optional.of(Path.of(session.endProfiling()));
        } catch (OrtException e) {
            throw RefusedException.of(e);
        }
    }

    @Override
    public void close() throws RefusedException {
        try {
            session.close();
        } catch (OrtException e) {
            throw RefusedException.of(e);
        } finally {
            options.close();
        }
    }
}
