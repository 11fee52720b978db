package dev.bascule.nativerunner.engine;

import ai.djl.Device;
import ai.djl.MalformedModelException;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import dev.bascule.fallback.driver.DriverSession;
import dev.bascule.fallback.driver.OpenRequest;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.tensor.Tensor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A TorchScript model through DJL's PyTorch engine. {@code forward} takes its inputs by their place: the first feed's order
 * holds for all. Its outputs have names only where it returns a dictionary; else they are {@code output}, or {@code output0}
 * and so on.
 */
final class PyTorchSession implements DriverSession {
    private final Device device;
    private final LoadedModel model;
    private final List<String> order = new ArrayList<>();

    PyTorchSession(OpenRequest request, Device device) throws IOException, MalformedModelException {
        this.device = device;
        this.model = LoadedModel.load(request.model(), device, PyTorchEngine.NAME, Map.of("mapLocation", "true"));
    }

    @Override
    public String binding() {
        return "djl";
    }

    @Override
    public Feed feed(Map<String, Tensor> tensors) throws RefusedException {
        if (order.isEmpty()) {
            order.addAll(tensors.keySet());
        }
        Map<String, NDArray> arrays = new LinkedHashMap<>();
        for (String name : order) {
            Tensor tensor = tensors.get(name);
            if (tensor == null) {
                throw new RefusedException("InputMismatch", "a step has no input '%s'".formatted(name));
            }
            try {
                arrays.put(name, TorchTensors.toNdArray(model.manager(), tensor));
            } catch (RuntimeException e) {
                throw PyTorchEngine.refused(e);
            }
        }
        return new TorchFeed(arrays, List.copyOf(arrays.values()));
    }

    @Override
    public void close() {
        model.close();
    }

    private final class TorchFeed implements Feed {
        private final Map<String, NDArray> arrays;
        private final NDList inputs;
        private final List<NDArray> own;

        /** @param own which of them it made itself, and frees */
        TorchFeed(Map<String, NDArray> arrays, List<NDArray> own) {
            this.arrays = arrays;
            this.own = own;
            this.inputs = new NDList(arrays.values());
        }

        @Override
        public Results run() throws RefusedException {
            try {
                return new TorchResults(model.run(inputs));
            } catch (RuntimeException e) {
                throw PyTorchEngine.refused(e);
            }
        }

        @Override
        public Feed carrying(Map<String, String> carry, Results previous) throws RefusedException {
            Map<String, NDArray> next = new LinkedHashMap<>(arrays);
            for (Map.Entry<String, String> pair : carry.entrySet()) {
                next.put(pair.getKey(), ((TorchResults) previous).onDevice(pair.getValue()));
            }
            return new TorchFeed(next, List.of());
        }

        @Override
        public void release() {
            own.forEach(NDArray::close);
        }
    }

    private final class TorchResults implements Results {
        private final NDList list;
        private final NDList onHost;
        private final Map<String, Integer> places = new LinkedHashMap<>();

        /** An accelerator is done when its results are on the CPU, and not before. */
        TorchResults(NDList list) {
            this.list = list;
            this.onHost = device.equals(Device.cpu()) ? list : list.toDevice(Device.cpu(), true);
        }

        /** Named after the clock has stopped. */
        private Map<String, Integer> places() {
            if (places.isEmpty()) {
                for (int i = 0; i < list.size(); i++) {
                    String unnamed = list.size() == 1 ? "output" : "output" + i;
                    places.put(Optional.ofNullable(list.get(i).getName()).orElse(unnamed), i);
                }
            }
            return places;
        }

        private int place(String output) throws RefusedException {
            Integer place = places().get(output);
            if (place == null) {
                throw LoadedModel.noSuchOutput(output, names());
            }
            return place;
        }

        NDArray onDevice(String output) throws RefusedException {
            return list.get(place(output));
        }

        @Override
        public List<String> names() {
            return List.copyOf(places().keySet());
        }

        @Override
        public Tensor tensor(String output) throws RefusedException {
            try {
                return TorchTensors.toTensor(onHost.get(place(output)));
            } catch (RuntimeException e) {
                throw PyTorchEngine.refused(e);
            }
        }

        @Override
        public void close() {
            list.close();
            if (onHost != list) {
                onHost.close();
            }
        }
    }
}
