package dev.bascule.nativerunner.torch;

import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import ai.djl.ndarray.types.DataType;
import ai.djl.training.GradientCollector;
import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.fallback.driver.RefusedException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A training run of PyTorch's. Belongs to one thread, for as long as its process lives. */
final class TorchTraining {
    private static final double CLIP_EPSILON = 1e-6;

    private final TorchRequest request;
    private final Engine engine;
    private final NDManager manager;
    private final TorchModel model;
    private final TorchOptimizer optimizer;
    private final Map<String, NDArray> parameters = new LinkedHashMap<>();
    private long steps;

    TorchTraining(TorchRequest request, Engine engine, ModelProto proto) throws RefusedException {
        this.request = request;
        this.engine = engine;
        this.manager = engine.newBaseManager();
        this.model = new TorchModel(proto, manager, request.wide());
        this.optimizer = new TorchOptimizer(request.update(), manager);
        request.parameters()
                .forEach(each ->
                        parameters.put(each.name(), model.constant(each.name()).duplicate()));
    }

    /** Keeps what was made within a scope beyond it. */
    static NDArray kept(NDArray array) {
        NDScope.unregister(array);
        return array;
    }

    /** One loss with the gradients by each parameter, which stay as they are. */
    TorchAnswers.Gradients gradients(ByteBuffer batch) throws RefusedException {
        try (NDScope scope = new NDScope()) {
            scope.suppressNotUsedWarning();
            Pass pass = pass(batch);
            return new TorchAnswers.Gradients(
                    pass.loss(), bytes(pass.gradients().values()));
        }
    }

    /** Forward, backward and update. */
    TorchAnswers.Step step(ByteBuffer batch, double rate) throws RefusedException {
        try (NDScope scope = new NDScope()) {
            scope.suppressNotUsedWarning();
            Pass pass = pass(batch);
            long begun = System.nanoTime();
            steps++;
            request.clip().ifPresent(norm -> clip(pass.gradients(), norm));
            for (TorchRequest.Trained each : request.parameters()) {
                optimizer.apply(
                        each.name(),
                        Objects.requireNonNull(parameters.get(each.name()), "all were made at the start"),
                        Objects.requireNonNull(pass.gradients().get(each.name()), "each has a gradient"),
                        each.decays(),
                        steps,
                        rate);
            }
            return new TorchAnswers.Step(pass.loss(), pass.forward(), pass.backward(), System.nanoTime() - begun);
        }
    }

    List<ByteBuffer> parameters() {
        return bytes(parameters.values());
    }

    /** One way there and back; times in nanoseconds. */
    private record Pass(double loss, Map<String, NDArray> gradients, long forward, long backward) {}

    /** By copies of the parameters: what is differentiated by may not be changed in place, and adds up its gradients. */
    private Pass pass(ByteBuffer batch) throws RefusedException {
        Map<String, NDArray> given = new HashMap<>(model.batch(batch));
        Map<String, NDArray> by = new LinkedHashMap<>();
        parameters.forEach((name, parameter) -> {
            NDArray copy = parameter.duplicate();
            copy.setRequiresGradient(true);
            by.put(name, copy);
        });
        given.putAll(by);
        long begun = System.nanoTime();
        try (GradientCollector collector = engine.newGradientCollector()) {
            NDArray loss = model.run(given, TorchRequest.LOSS);
            double value = loss.toType(DataType.FLOAT64, false).toDoubleArray()[0];
            long middle = System.nanoTime();
            collector.backward(loss);
            long end = System.nanoTime();
            Map<String, NDArray> gradients = new LinkedHashMap<>();
            by.forEach((name, parameter) -> gradients.put(name, gradient(parameter)));
            return new Pass(value, gradients, middle - begun, end - middle);
        }
    }

    private static NDArray gradient(NDArray parameter) {
        NDArray gradient = parameter.getGradient();
        // An undefined one has no such shape: nothing of the loss depends on the parameter.
        return gradient.getShape().equals(parameter.getShape()) ? gradient : parameter.zerosLike();
    }

    /** As {@code torch.nn.utils.clip_grad_norm_}. */
    private static void clip(Map<String, NDArray> gradients, double norm) {
        double square = 0;
        for (NDArray each : gradients.values()) {
            square += each.mul(each).sum().toType(DataType.FLOAT64, false).toDoubleArray()[0];
        }
        double factor = norm / (Math.sqrt(square) + CLIP_EPSILON);
        if (factor < 1) {
            gradients.values().forEach(each -> each.muli(factor));
        }
    }

    private static List<ByteBuffer> bytes(Iterable<NDArray> arrays) {
        List<ByteBuffer> bytes = new ArrayList<>();
        arrays.forEach(each -> bytes.add(each.toByteBuffer()));
        return bytes;
    }
}
