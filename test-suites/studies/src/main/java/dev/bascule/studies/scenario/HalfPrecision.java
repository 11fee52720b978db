package dev.bascule.studies.scenario;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.hardware.CapabilityRegistry;
import dev.bascule.fallback.hardware.Device;
import dev.bascule.fallback.hardware.DeviceFit;
import dev.bascule.fallback.hardware.HardwareMap;
import dev.bascule.fallback.target.Target;
import java.util.Arrays;
import java.util.Optional;

/** Whether a backend's device computes in 16-bit floats, by what is known of the device before anything runs. Pure. */
final class HalfPrecision {
    private static final String WANTED = "shader-f16";

    private HalfPrecision() {}

    /**
     * Why there is no use in asking for it; empty where the device has it, or nobody tells.
     *
     * @param devices of this machine
     */
    static Optional<String> lacking(Target target, HardwareMap devices) {
        Backend backend = target.backend();
        if (backend.equals(Backends.WEBGPU)) {
            return Optional.ofNullable(target.adapter().get("features"))
                    .filter(features -> !Arrays.asList(features.split(" ")).contains(WANTED))
                    .map(features -> "the adapter has no " + WANTED);
        }
        return backend.side() == Side.NATIVE && DeviceFit.here(backend, devices) instanceof DeviceFit.Here here
                ? here.device().flatMap(HalfPrecision::lacking)
                : Optional.empty();
    }

    private static Optional<String> lacking(Device device) {
        return device.capabilities()
                .find(CapabilityRegistry.FP16)
                .filter(half -> !half.value())
                .map(half -> "%s does not compute in it (%s: %s)"
                        .formatted(
                                device.name(),
                                half.standing().by(),
                                half.standing().evidence()));
    }
}
