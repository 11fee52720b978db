package dev.bascule.models.outlook;

import static dev.bascule.fallback.hardware.Factor.Kind.ADDRESSABLE_BYTES;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.cases.ModelFormat;
import dev.bascule.fallback.hardware.Device;
import dev.bascule.fallback.hardware.DeviceFit;
import dev.bascule.fallback.hardware.Factor;
import dev.bascule.fallback.hardware.HardwareClasses;
import dev.bascule.fallback.hardware.HardwareMap;
import dev.bascule.fallback.hardware.Relation;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.models.graph.ModelInspection;
import dev.bascule.models.graph.Port;
import dev.bascule.models.graph.ValueType;
import dev.bascule.models.outlook.StaticCompatibility.Obstacle;
import dev.bascule.models.workload.ByteSizes;
import dev.bascule.models.workload.FreeMemory;
import dev.bascule.models.workload.MemoryEstimate;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A check, before anything runs, of what keeps a model from a backend: its format, the opsets and domains that the engine's
 * build reads, dtypes that cannot be fed, memory that is not there. Immutable.
 *
 * @param builds which engine each backend has
 * @param host memory that is free
 * @param devices of this machine, asked where a backend computes in a memory of its own; empty where nobody can look
 */
public record CompatibilityChecker(EngineBuilds builds, FreeMemory host, Supplier<Optional<HardwareMap>> devices) {
    /** Element types that a page can neither make nor read: onnxruntime-web's {@code Tensor.DataTypeMap} has none of them. */
    private static final Set<DType> NOT_IN_A_PAGE = EnumSet.of(
            DType.BFLOAT16, DType.FLOAT8E4M3FN, DType.FLOAT8E4M3FNUZ, DType.FLOAT8E5M2, DType.FLOAT8E5M2FNUZ);

    /** What stands against this model there, and what for it. */
    public StaticCompatibility of(Backend backend, ModelInspection model, MemoryNeed need) {
        if (!builds.opens(backend, model.artifact().format())) {
            return against(
                    "%s runs no model in the format %s"
                            .formatted(
                                    backend.side() == Side.BROWSER ? "a page" : "no driver of " + backend.id(),
                                    model.artifact().format().id()),
                    "export the model to ONNX");
        }
        List<String> inFavor = new ArrayList<>();
        Optional<EngineBuilds.Build> build = builds.of(backend);
        if (build.isPresent() && model.artifact().format() == ModelFormat.ONNX) {
            EngineReading reading = EngineReading.of(build.get().version(), model);
            String by = " (" + build.get().source() + ")";
            if (reading.remedy().isPresent()) {
                return against("it " + reading.reason() + by, reading.remedy().get());
            }
            inFavor.add(reading.reason() + by);
        }
        Optional<Obstacle> unfit = backend.side() == Side.BROWSER ? unfeedable(model) : Optional.empty();
        if (unfit.isPresent()) {
            return new StaticCompatibility(unfit, List.of());
        }
        return memory(backend, need, inFavor);
    }

    private static Optional<Obstacle> unfeedable(ModelInspection model) {
        String ports = Stream.concat(model.inputs().stream(), model.outputs().stream())
                .filter(port ->
                        port.type() instanceof ValueType.TensorType tensor && NOT_IN_A_PAGE.contains(tensor.dtype()))
                .map(Port::toString)
                .collect(Collectors.joining(", "));
        return ports.isEmpty()
                ? Optional.empty()
                : Optional.of(new Obstacle(
                        "onnxruntime-web has no tensors of that type to feed or fetch: " + ports,
                        "give the graph float32 or float16 inputs and outputs, with a Cast inside"));
    }

    private StaticCompatibility memory(Backend backend, MemoryNeed need, List<String> inFavor) {
        // What is not here has no memory to compare with.
        if (need.estimate().isEmpty()
                || builds.absence(backend, ModelFormat.ONNX).isPresent()) {
            return new StaticCompatibility(Optional.empty(), inFavor);
        }
        MemoryEstimate estimate = need.estimate().get();
        String asked = (estimate.isLowerBound() ? "at least " : "") + ByteSizes.text(estimate.total());
        Optional<Factor> addressable = backend.equals(Backends.WASM)
                ? HardwareClasses.BROWSER_CPU.factor(ADDRESSABLE_BYTES)
                : Optional.empty();
        if (addressable.isPresent() && estimate.total() > addressable.get().value()) {
            return against(
                    "its tensors need %s, and WebAssembly addresses %s (%s)"
                            .formatted(
                                    asked,
                                    ByteSizes.text(addressable.get().value()),
                                    addressable.get().source()),
                    "a smaller or quantized variant of the model, or webgpu");
        }
        Room room = room(backend);
        if (room.bytes().isEmpty()) {
            inFavor.add("its tensors need %s; what is free there is not known: %s".formatted(asked, room.source()));
            return new StaticCompatibility(Optional.empty(), inFavor);
        }
        String compared = "its tensors need %s of %s (%s)"
                .formatted(asked, ByteSizes.text(room.bytes().getAsLong()), room.source());
        if (estimate.total() > room.bytes().getAsLong()) {
            return against(compared, "a smaller, float16 or quantized variant of the model, or free memory");
        }
        inFavor.add(compared);
        return new StaticCompatibility(Optional.empty(), inFavor);
    }

    private record Room(OptionalLong bytes, String source) {}

    /** An accelerator's own memory, where the backend's device has some; else the host's, which every process begins in. */
    private Room room(Backend backend) {
        Room ofHost = new Room(host.bytes(), host.source());
        if (backend.side() == Side.BROWSER || backend.accelerator() == DeviceType.CPU) {
            return ofHost;
        }
        HardwareMap map = devices.get().orElse(HardwareMap.empty());
        DeviceFit fit = DeviceFit.here(backend, map);
        if (!(fit instanceof DeviceFit.Here here)) {
            return new Room(OptionalLong.empty(), fit.reason());
        }
        return here.device().map(card -> room(card, map, ofHost)).orElse(ofHost);
    }

    private static Room room(Device card, HardwareMap map, Room ofHost) {
        boolean inHost = card.type().is(HardwareClasses.SOFTWARE_GPU)
                || card.memory().sharedWithHost().orElse(false)
                || !map.related(card.id(), Relation.Kind.SHARES_MEMORY_WITH).isEmpty();
        if (inHost) {
            return ofHost;
        }
        Optional<Long> free = card.memory().freeBytes();
        Optional<Long> known = free.or(() -> card.memory().totalBytes());
        return known.map(bytes -> new Room(
                        OptionalLong.of(bytes),
                        "%s of %s".formatted(free.isPresent() ? "free" : "in all", card.name())))
                .orElseGet(() -> new Room(OptionalLong.empty(), card.name() + " does not tell"));
    }

    private static StaticCompatibility against(String reason, String remedy) {
        return new StaticCompatibility(Optional.of(new Obstacle(reason, remedy)), List.of());
    }
}
