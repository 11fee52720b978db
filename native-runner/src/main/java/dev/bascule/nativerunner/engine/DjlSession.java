package dev.bascule.nativerunner.engine;

import ai.djl.Device;
import ai.djl.MalformedModelException;
import ai.djl.engine.EngineException;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.onnxruntime.engine.OrtNDArray;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession.SessionOptions;
import dev.bascule.fallback.driver.DriverSession;
import dev.bascule.fallback.driver.OpenRequest;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.tensor.Tensor;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A session through DJL's ONNX Runtime engine. */
final class DjlSession implements DriverSession {
    private final LoadedModel model;
    private final SessionOptions options;

    DjlSession(OpenRequest request, SessionOptions options) throws IOException, MalformedModelException {
        this.options = options;
        this.model = LoadedModel.load(
                request.model(), Device.cpu(), OnnxRuntimeEngine.DJL_NAME, Map.of("sessionOptions", options));
    }

    @Override
    public String binding() {
        return "djl";
    }

    @Override
    public boolean takesPartialFeeds() {
        return true;
    }

    @Override
    public Feed feed(Map<String, Tensor> tensors) throws RefusedException {
        NDList list = new NDList(tensors.size());
        try {
            tensors.forEach((name, tensor) -> list.add(DjlTensors.toNdArray(model.manager(), name, tensor)));
        } catch (EngineException | UnsupportedOperationException | IllegalArgumentException e) {
            throw RefusedException.of(e);
        }
        return new DjlFeed(list);
    }

    @Override
    public void close() {
        model.close();
        options.close();
    }

    private final class DjlFeed implements Feed {
        private final NDList inputs;

        DjlFeed(NDList inputs) {
            this.inputs = inputs;
        }

        @Override
        public Results run() throws RefusedException {
            try {
                return new DjlResults(model.run(inputs));
            } catch (EngineException | UnsupportedOperationException | IllegalArgumentException e) {
                throw RefusedException.of(e);
            }
        }

        @Override
        public Feed with(Feed other) {
            Map<String, NDArray> arrays = byName();
            arrays.putAll(((DjlFeed) other).byName());
            return new DjlFeed(new NDList(arrays.values()));
        }

        private Map<String, NDArray> byName() {
            Map<String, NDArray> arrays = new LinkedHashMap<>();
            inputs.forEach(array -> arrays.put(array.getName(), array));
            return arrays;
        }

        @Override
        public void release() {
            inputs.close();
        }

        @Override
        public Feed carrying(Map<String, String> carry, Results previous) throws RefusedException {
            Map<String, NDArray> arrays = byName();
            Set<String> taken = new HashSet<>();
            for (Map.Entry<String, String> pair : carry.entrySet()) {
                DjlResults results = (DjlResults) previous;
                // DJL binds an array by its name, so an output that feeds two inputs is copied for the second.
                NDArray input =
                        taken.add(pair.getValue()) ? results.array(pair.getValue()) : results.copy(pair.getValue());
                input.setName(pair.getKey());
                arrays.put(pair.getKey(), input);
            }
            return new DjlFeed(new NDList(arrays.values()));
        }
    }

    private final class DjlResults implements Results {
        private final NDList list;
        private final Map<String, NDArray> byName = new LinkedHashMap<>();

        DjlResults(NDList list) {
            this.list = list;
        }

        /** Read after the clock has stopped, and before any array is renamed to feed an input. */
        private Map<String, NDArray> arrays() {
            if (byName.isEmpty()) {
                list.forEach(array -> byName.put(String.valueOf(array.getName()), array));
            }
            return byName;
        }

        NDArray array(String output) throws RefusedException {
            NDArray array = arrays().get(output);
            if (array == null) {
                throw LoadedModel.noSuchOutput(output, names());
            }
            return array;
        }

        /** Another array of the same value, closed with these results. */
        NDArray copy(String output) throws RefusedException {
            NDArray copy = DjlTensors.toNdArray(model.manager(), output, tensor(output));
            list.add(copy);
            return copy;
        }

        @Override
        public List<String> names() {
            return List.copyOf(arrays().keySet());
        }

        @Override
        public Tensor tensor(String output) throws RefusedException {
            try {
                return OnnxTensors.toTensor(((OrtNDArray) array(output)).getTensor());
            } catch (OrtException e) {
                throw RefusedException.of(e);
            }
        }

        @Override
        public void close() {
            list.close();
        }
    }
}
