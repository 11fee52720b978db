package dev.bascule.execution.attempt;

import dev.bascule.execution.source.Place;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.DeviceType;
import java.util.Optional;

/** A finder of what to hold a claimed accelerator against. Stateless. */
final class CpuCounterparts {
    private CpuCounterparts() {}

    /**
     * A CPU place beside a place that claims an accelerator
     * @param cpu the same browser's CPU, in a process of its own
     * @param name of the CPU's place, for people
     */
    record Counterpart(DeviceType claimed, Place cpu, String name) {}

    /**
     * Empty where no accelerator is claimed, as on an adapter that says itself that it is a software one, and where the
     * browser does not run models on its CPU that way.
     */
    static Optional<Counterpart> of(Place place) {
        return candidate(place)
                .filter(twin -> place.source().unavailable(twin.cpu().backend()).isEmpty());
    }

    private static Optional<Counterpart> candidate(Place place) {
        if (place.backend().equals(Backends.WEBNN)) {
            return place.deviceType()
                    .filter(device -> device != DeviceType.CPU)
                    .map(device -> new Counterpart(
                            device,
                            new Place(place.source(), Backends.WEBNN, Optional.of(DeviceType.CPU), true),
                            "deviceType 'cpu'"));
        }
        boolean hardware =
                place.backend().equals(Backends.WEBGPU) && place.softwareGpu().equals(Optional.of(false));
        return hardware
                ? Optional.of(new Counterpart(
                        DeviceType.GPU, new Place(place.source(), Backends.WASM, Optional.empty(), true), "wasm"))
                : Optional.empty();
    }
}
