package dev.bascule.fallback.hardware;

import dev.bascule.fallback.backend.Backend;
import java.util.Optional;

/**
 * Whether a machine has what a native backend computes on, by its devices alone: no library is looked for and nothing is
 * loaded. Pure.
 */
public sealed interface DeviceFit {

    /** Why, for people: the device and who saw it, or what was looked for. */
    String reason();

    /**
     * The machine has one, and nothing is known to stand in the way.
     *
     * @param device empty where the kind of system alone shows that there is one
     */
    record Here(Optional<Device> device, String reason) implements DeviceFit {

        /** Whether work there may count as acceleration: false of CPUs and of software GPUs. */
        public boolean accelerates() {
            return device.map(found -> HardwareClasses.accelerates(found.type()))
                    .orElse(true);
        }
    }

    /**
     * It was looked for, and there is none that this process could use.
     *
     * @param remedy what would have to change; nothing that could be installed helps
     */
    record Nowhere(String reason, String remedy) implements DeviceFit {}

    /** The backend exists on other systems or processors only. */
    record WrongSystem(String reason) implements DeviceFit {}

    /** Neither shown nor ruled out: nobody looked, or nobody knows what the backend needs. */
    record Untold(String reason) implements DeviceFit {}

    /**
     * What a backend of this machine would compute on. Quick looks ({@code DeviceSurvey.quick}, milliseconds) are enough on
     * Linux; on Windows they see no device, so most backends are {@link Untold} there.
     *
     * @param backend a native one; of a third party's backend nothing is told
     * @param map the machine's devices, by a quick look or a full one
     * @param os the operating system's name as Java has it ({@code os.name})
     * @param arch the processor's architecture as Java has it ({@code os.arch})
     */
    static DeviceFit of(Backend backend, HardwareMap map, String os, String arch) {
        return DeviceNeed.of(backend)
                .map(need -> need.fit(map, os, arch))
                .orElseGet(() -> new Untold("nobody says what " + backend.id() + " computes on"));
    }

    /** Of the system that this process runs on; otherwise as {@link #of}. */
    static DeviceFit here(Backend backend, HardwareMap map) {
        return of(backend, map, System.getProperty("os.name", ""), System.getProperty("os.arch", ""));
    }

    /**
     * Whether a native backend could compute on this device, were it reachable: its class and maker are what the backend
     * needs. Of a third party's backend any device of its class may be meant, but software ones.
     */
    static boolean mayServe(Backend backend, Device device) {
        return DeviceNeed.of(backend).map(need -> need.fits(device)).orElseGet(() -> {
            HardwareClass type = switch (backend.accelerator()) {
                case CPU -> HardwareClasses.CPU;
                case GPU -> HardwareClasses.GPU;
                case NPU -> HardwareClasses.NPU;
            };
            return device.type().is(type) && !device.type().is(HardwareClasses.SOFTWARE_GPU);
        });
    }
}
