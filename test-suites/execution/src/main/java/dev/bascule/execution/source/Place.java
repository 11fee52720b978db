package dev.bascule.execution.source;

import dev.bascule.execution.session.IsolatedRunner;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.BackendDevice;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.target.Target;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A source and a backend on it: where an attempt goes, or what it is compared with.
 *
 * @param asked the device to ask WebNN for, whatever the source prefers
 * @param twin whether it is the same browser's CPU beside another place
 * @param index which of the backend's devices, whatever a job says; empty leaves it to the job
 */
public record Place(RunnerSource source, Backend backend, Optional<DeviceType> asked, boolean twin, OptionalInt index) {

    public Place(RunnerSource source, Backend backend) {
        this(source, BackendDevice.of(backend));
    }

    public Place(RunnerSource source, BackendDevice device) {
        this(source, device.backend(), Optional.empty(), false, device.index());
    }

    public Place(RunnerSource source, Backend backend, Optional<DeviceType> asked, boolean twin) {
        this(source, backend, asked, twin, OptionalInt.empty());
    }

    public Place(RunnerSource source, Backend backend, DeviceType asked) {
        this(source, backend, Optional.of(asked), false);
    }

    /** The runner that is kept for it. */
    public IsolatedRunner lane() {
        return twin ? source.twin(backend) : source.lane(backend);
    }

    /** The device to ask WebNN for; empty for backends that do not let one ask. */
    public Optional<DeviceType> deviceType() {
        if (!backend.equals(Backends.WEBNN)) {
            return Optional.empty();
        }
        boolean hardwareGpu = source.report(Backends.WEBGPU).software().equals(Optional.of(false));
        return asked.or(source::webNnDevice).or(() -> Optional.of(hardwareGpu ? DeviceType.GPU : DeviceType.CPU));
    }

    /** As a job here is to be run; the build that the source asks for goes before the job's own. */
    public SessionSettings settings(SessionSettings wanted) {
        SessionSettings built = wanted.withBuild(source.build().or(wanted::build));
        SessionSettings typed = deviceType().map(built::withDeviceType).orElse(built);
        return index.isPresent() ? typed.withOptions(device().in(typed.options())) : typed;
    }

    /** The backend with which of its devices is named. */
    public BackendDevice device() {
        return new BackendDevice(backend, index);
    }

    public Target target() {
        return source.target(backend, deviceType());
    }

    /** Whether the GPU that a browser would use is a software one: WebNN does not say, the WebGPU adapter does. */
    public Optional<Boolean> softwareGpu() {
        return source.report(backend.equals(Backends.WEBNN) ? Backends.WEBGPU : backend)
                .software();
    }
}
