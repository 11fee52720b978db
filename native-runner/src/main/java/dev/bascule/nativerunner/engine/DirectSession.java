package dev.bascule.nativerunner.engine;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OnnxValue;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.OrtSession.SessionOptions;
import dev.bascule.fallback.driver.DriverSession;
import dev.bascule.fallback.driver.OpenRequest;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.tensor.Tensor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A session on ONNX Runtime's Java binding itself, in DJL's environment, for tensors that DJL cannot carry. */
final class DirectSession implements DriverSession {
    private final OrtEnvironment environment;
    private final OrtSession session;
    private final SessionOptions options;
    private final List<OnnxTensor> owned = new ArrayList<>();

    DirectSession(OrtEnvironment environment, OpenRequest request, SessionOptions options) throws OrtException {
        this.environment = environment;
        this.options = options;
        this.session = environment.createSession(request.model().toString(), options);
    }

    @Override
    public String binding() {
        return "onnxruntime-java, for DJL cannot carry these inputs";
    }

    @Override
    public boolean takesPartialFeeds() {
        return true;
    }

    @Override
    public Feed feed(Map<String, Tensor> tensors) throws RefusedException {
        Map<String, OnnxTensor> inputs = new LinkedHashMap<>();
        try {
            for (Map.Entry<String, Tensor> tensor : tensors.entrySet()) {
                OnnxTensor made = OnnxTensors.toOnnx(environment, tensor.getValue());
                owned.add(made);
                inputs.put(tensor.getKey(), made);
            }
        } catch (OrtException e) {
            throw RefusedException.of(e);
        }
        return new DirectFeed(inputs);
    }

    @Override
    public void close() throws RefusedException {
        owned.forEach(OnnxTensor::close);
        owned.clear();
        try {
            session.close();
        } catch (OrtException e) {
            throw RefusedException.of(e);
        } finally {
            options.close();
        }
    }

    private final class DirectFeed implements Feed {
        private final Map<String, OnnxTensor> inputs;

        DirectFeed(Map<String, OnnxTensor> inputs) {
            this.inputs = inputs;
        }

        @Override
        public Results run() throws RefusedException {
            try {
                return new DirectResults(session.run(inputs));
            } catch (OrtException e) {
                throw RefusedException.of(e);
            }
        }

        @Override
        public Feed with(Feed other) {
            Map<String, OnnxTensor> all = new LinkedHashMap<>(inputs);
            all.putAll(((DirectFeed) other).inputs);
            return new DirectFeed(all);
        }

        @Override
        public void release() {
            inputs.values().stream().filter(owned::remove).forEach(OnnxTensor::close);
        }

        @Override
        public Feed carrying(Map<String, String> carry, Results previous) throws RefusedException {
            Map<String, OnnxTensor> next = new LinkedHashMap<>(inputs);
            for (Map.Entry<String, String> pair : carry.entrySet()) {
                next.put(pair.getKey(), ((DirectResults) previous).onnx(pair.getValue()));
            }
            return new DirectFeed(next);
        }
    }

    private record DirectResults(OrtSession.Result result) implements Results {

        OnnxTensor onnx(String output) throws RefusedException {
            OnnxValue value = result.get(output)
                    .orElseThrow(
                            () -> new RefusedException("NoSuchOutput", "the model has no output '" + output + "'"));
            if (value instanceof OnnxTensor tensor) {
                return tensor;
            }
            throw new RefusedException(
                    "UnsupportedOutput", "output '%s' is a %s: not supported".formatted(output, value.getType()));
        }

        @Override
        public List<String> names() {
            List<String> names = new ArrayList<>();
            result.forEach(entry -> names.add(entry.getKey()));
            return names;
        }

        @Override
        public Tensor tensor(String output) throws RefusedException {
            try {
                return OnnxTensors.toTensor(onnx(output));
            } catch (OrtException e) {
                throw RefusedException.of(e);
            }
        }

        @Override
        public void close() {
            result.close();
        }
    }
}
