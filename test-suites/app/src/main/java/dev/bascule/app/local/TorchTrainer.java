package dev.bascule.app.local;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import dev.bascule.fallback.driver.ChildLaunchSpec;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.driver.TierCheck;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Protos;
import dev.bascule.nativerunner.torch.TorchAnswers;
import dev.bascule.nativerunner.torch.TorchRequest;
import dev.bascule.nativerunner.torch.TorchUpdate;
import dev.bascule.nativerunner.train.TorchChild;
import dev.bascule.nativerunner.train.TorchGradients;
import dev.bascule.nativerunner.train.TorchTask;
import dev.bascule.studies.training.peer.PeerPrecision;
import dev.bascule.studies.training.peer.PeerRequest;
import dev.bascule.studies.training.peer.PeerRun;
import dev.bascule.studies.training.peer.PeerStep;
import dev.bascule.studies.training.peer.TrainingPeer;
import dev.bascule.training.graph.Parameter;
import dev.bascule.training.optimizer.LearningRate;
import dev.bascule.training.optimizer.OptimizerSettings;
import dev.bascule.training.optimizer.Optimizers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** PyTorch through DJL on the CPU, in a process of its own for each run. Thread-safe. */
public final class TorchTrainer implements TrainingPeer {
    private static final String INSTALL = "bascule install pytorch";

    /** Of one question: loading PyTorch, or a step. */
    private static final Duration SILENCE = Duration.ofMinutes(2);

    private static final long MOST_BYTES = 1L << 30;

    private final HostEnvironment host;

    /** @param host where its libraries are looked for */
    public TorchTrainer(HostEnvironment host) {
        this.host = host;
    }

    @Override
    public String name() {
        return "pytorch";
    }

    @Override
    public PeerRun train(PeerRequest request) {
        return TorchChild.survey(host)
                .fold(
                        spec -> train(spec, request),
                        detection -> new PeerRun.Unavailable(detection
                                .stop()
                                .map(TorchTrainer::absent)
                                .orElseGet(() ->
                                        Failure.of(ErrorCode.PART_UNAVAILABLE, "PyTorch is not installed", INSTALL))));
    }

    private static Failure absent(TierCheck.Failed stop) {
        return Failure.of(ErrorCode.PART_UNAVAILABLE, stop.reason(), stop.nextStep());
    }

    private static PeerRun train(ChildLaunchSpec spec, PeerRequest request) {
        List<PeerStep> steps = new ArrayList<>();
        try {
            ModelProto model = modelOf(request);
            TorchTask task = task(model, request);
            try (TorchChild child = TorchChild.start(spec, task)) {
                return along(request, new Batches(model, request), child, steps);
            }
        } catch (BasculeException e) {
            boolean lacks = steps.isEmpty() && e.code() == ErrorCode.OPERATOR_UNSUPPORTED;
            return lacks ? new PeerRun.Unavailable(e.failure()) : new PeerRun.Failed(e.failure(), steps);
        }
    }

    private static PeerRun along(PeerRequest request, Batches batches, TorchChild child, List<PeerStep> steps) {
        Deadline deadline = new Deadline(request.timeout());
        TorchRequest.Opened opened = child.open(deadline.next());
        Optional<TorchGradients> first =
                batches.count() == 0 ? Optional.empty() : Optional.of(child.gradients(batches.get(0), deadline.next()));
        LearningRate rate = Optimizers.complete(request.optimizer(), request.settings())
                .rate()
                .orElseThrow();
        for (int i = 0; i < batches.count(); i++) {
            TorchAnswers.Step step = child.step(batches.get(i), rate.at(i + 1), deadline.next());
            steps.add(new PeerStep(
                    step.loss(),
                    Duration.ofNanos(step.forward()),
                    Duration.ofNanos(step.backward()),
                    Duration.ofNanos(step.update())));
        }
        return new PeerRun.Ran(
                "PyTorch %s through DJL".formatted(opened.version()),
                opened.threads(),
                first.map(TorchGradients::tensors).orElse(Map.of()),
                steps,
                child.parameters(deadline.next()));
    }

    /** The forward model with the parameters' first values. */
    private static ModelProto modelOf(PeerRequest request) {
        GraphProto.Builder graph = request.forward().model().getGraph().toBuilder();
        Set<String> trained = new HashSet<>();
        for (Parameter each : request.forward().parameters()) {
            graph.addInitializer(Protos.tensor(each.name(), initial(request, each)));
            trained.add(each.name());
        }
        // What else is carried stays as it is: the forward pass of training does not read it.
        request.forward().state().forEach((name, tensor) -> {
            if (!trained.contains(name)) {
                graph.addInitializer(Protos.tensor(name, tensor));
            }
        });
        return request.forward().model().toBuilder().setGraph(graph).build();
    }

    private static Tensor initial(PeerRequest request, Parameter parameter) {
        Tensor tensor = request.initial().getOrDefault(parameter.name(), parameter.initial());
        if (tensor.dtype() != DType.FLOAT32
                || !tensor.shape().equals(parameter.initial().shape())) {
            throw new BasculeException(
                    ErrorCode.INPUT_MISMATCH,
                    "the parameter %s is %s, and its first value %s"
                            .formatted(parameter.name(), parameter.initial(), tensor));
        }
        return tensor;
    }

    private static TorchTask task(ModelProto model, PeerRequest request) {
        List<TorchTask.Trained> trained = request.forward().parameters().stream()
                .map(each -> new TorchTask.Trained(each.name(), each.initial().shape(), each.decays()))
                .toList();
        if (model.getSerializedSize() > MOST_BYTES) {
            throw new BasculeException(
                    ErrorCode.OPERATOR_UNSUPPORTED,
                    "PyTorch as a reference takes models of up to 1 GiB, and this one has %d bytes"
                            .formatted(model.getSerializedSize()),
                    "leave the comparison with PyTorch out");
        }
        return new TorchTask(
                model.toByteString().asReadOnlyByteBuffer(),
                trained,
                request.threads(),
                request.precision() == PeerPrecision.FLOAT64,
                update(request),
                request.clip());
    }

    private static TorchUpdate update(PeerRequest request) {
        String name = request.optimizer();
        OptimizerSettings settings = Optimizers.complete(name, request.settings());
        TorchUpdate.Kind kind = switch (name) {
            case "sgd", "momentum", "nesterov" -> TorchUpdate.Kind.SGD;
            case "adam" -> TorchUpdate.Kind.ADAM;
            case "adamw" -> TorchUpdate.Kind.ADAMW;
            default ->
                throw new BasculeException(
                        ErrorCode.OPERATOR_UNSUPPORTED,
                        "PyTorch as a reference knows no optimizer '%s'".formatted(name),
                        "train by sgd, momentum, nesterov, adam or adamw");
        };
        return new TorchUpdate(
                kind,
                name.equals("sgd") ? 0 : settings.momentum().orElseThrow(),
                settings.beta1().orElseThrow(),
                settings.beta2().orElseThrow(),
                settings.epsilon().orElseThrow(),
                settings.weightDecay().orElseThrow(),
                name.equals("nesterov"));
    }

    /** The batches in the order of the model's inputs. */
    private record Batches(ModelProto model, PeerRequest request) {
        int count() {
            return request.batches().count();
        }

        List<Tensor> get(int index) {
            Map<String, Tensor> batch = request.batches().batch(index);
            List<Tensor> ordered = new ArrayList<>();
            Set<String> known = model.getGraph().getInitializerList().stream()
                    .map(TensorProto::getName)
                    .collect(Collectors.toSet());
            for (ValueInfoProto input : model.getGraph().getInputList()) {
                if (!known.contains(input.getName())) {
                    ordered.add(fitting(input, batch));
                }
            }
            return ordered;
        }

        private static Tensor fitting(ValueInfoProto input, Map<String, Tensor> batch) {
            Tensor tensor = Optional.ofNullable(batch.get(input.getName()))
                    .orElseThrow(() -> new BasculeException(
                            ErrorCode.INPUT_MISMATCH, "a batch has no '%s'".formatted(input.getName())));
            // Its bytes alone are sent.
            if (!Protos.typed(input.getName(), tensor).equals(input)) {
                throw new BasculeException(
                        ErrorCode.INPUT_MISMATCH,
                        "the input '%s' is of another type or shape than %s".formatted(input.getName(), tensor));
            }
            return tensor;
        }
    }

    /** What is left of the time for all, for one question. */
    private static final class Deadline {
        private final Duration timeout;
        private final long begun = System.nanoTime();

        Deadline(Duration timeout) {
            this.timeout = timeout;
        }

        Duration next() {
            Duration left = timeout.minusNanos(System.nanoTime() - begun);
            if (left.isNegative() || left.isZero()) {
                throw new BasculeException(
                        ErrorCode.ATTEMPT_TIMED_OUT,
                        "PyTorch took longer than %d s in all".formatted(timeout.toSeconds()));
            }
            return left.compareTo(SILENCE) < 0 ? left : SILENCE;
        }
    }
}
