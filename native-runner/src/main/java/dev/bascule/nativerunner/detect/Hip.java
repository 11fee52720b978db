package dev.bascule.nativerunner.detect;

import com.sun.jna.NativeLibrary;
import com.sun.jna.ptr.IntByReference;
import dev.bascule.fallback.driver.Detection;
import dev.bascule.fallback.driver.Tier;
import dev.bascule.nativerunner.library.NativeCalls;
import dev.bascule.nativerunner.library.NativeCalls.Loaded;
import java.util.Optional;

/** AMD's HIP runtime: asks its library itself, in this process, which may cost it its life. Stateless. */
public final class Hip {
    /** The runtime's name; on Windows its number changes with the version, so this is Linux's. */
    public static final String LIBRARY = "libamdhip64.so";
    /** The kernel's compute device. */
    public static final String KERNEL_DEVICE = "/dev/kfd";

    private Hip() {}

    /**
     * @param loadError what the loader said when the runtime did not load
     * @param result what {@code hipGetDeviceCount} returned: 0 for success (hipError_t)
     * @param devices how many it counted
     */
    public record Answer(Optional<String> loadError, Optional<Integer> result, int devices) {}

    /** Asks the runtime of this machine. */
    public static Answer ask() {
        Loaded loaded = NativeCalls.load(LIBRARY);
        if (loaded instanceof Loaded.Refused refused) {
            return new Answer(Optional.of(refused.words()), Optional.empty(), 0);
        }
        NativeLibrary hip = ((Loaded.Library) loaded).library();
        IntByReference count = new IntByReference();
        int result = hip.getFunction("hipGetDeviceCount").invokeInt(new Object[] {count});
        return new Answer(Optional.empty(), Optional.of(result), result == 0 ? count.getValue() : 0);
    }

    /** Adds what the runtime said. */
    public static void judge(Answer hip, boolean kernelDevice, Detection.Builder found) {
        found.fact(KERNEL_DEVICE, String.valueOf(kernelDevice));
        if (hip.loadError().isPresent()) {
            found.failed(
                    Tier.LIBRARY,
                    "the HIP runtime does not load: " + hip.loadError().get(),
                    "install ROCm (rocm-hip-runtime)");
            return;
        }
        found.passed(Tier.LIBRARY, LIBRARY + " loads");
        int result = hip.result().orElse(0);
        if (!kernelDevice) {
            found.failed(
                    Tier.DEVICE,
                    "/dev/kfd is not on this machine",
                    "install the amdgpu kernel driver; in a container add --device /dev/kfd --device /dev/dri");
        } else if (result != 0 || hip.devices() == 0) {
            found.failed(
                    Tier.DEVICE,
                    "HIP counts no device (hipGetDeviceCount returned %d)".formatted(result),
                    "add your user to the groups render and video; unset HIP_VISIBLE_DEVICES");
        } else {
            found.passed(Tier.DEVICE, hip.devices() == 1 ? "1 device" : hip.devices() + " devices");
        }
    }
}
