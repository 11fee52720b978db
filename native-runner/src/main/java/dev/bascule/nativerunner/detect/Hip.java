package dev.bascule.nativerunner.detect;

import com.sun.jna.NativeLibrary;
import com.sun.jna.ptr.IntByReference;
import dev.bascule.fallback.driver.Detection;
import dev.bascule.fallback.driver.Tier;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.nativerunner.library.LoaderPath;
import dev.bascule.nativerunner.library.NativeCalls;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** AMD's HIP runtime: asks its library itself, in this process, which may cost it its life. Stateless. */
public final class Hip {
    /**
     * The runtime's names on Linux, newest first: the plain one comes with the headers only (ROCm's packages hip-runtime-amd
     * and hip-dev). On Windows its number changes with the version.
     */
    static final List<String> LIBRARIES =
            List.of("libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5", "libamdhip64.so");

    /** Where ROCm's packages put it, which the loader does not search by itself. */
    static final Path ROCM = Path.of("/opt/rocm/lib");

    /** The kernel's compute device. */
    public static final String KERNEL_DEVICE = "/dev/kfd";

    private Hip() {}

    /** What became of asking the runtime. */
    public sealed interface Answer {

        /** @param words what the loader said */
        record NotLoaded(String words) implements Answer {}

        /** @param result what {@code hipGetDeviceCount} returned: no success (hipError_t of hip_runtime_api.h) */
        record NotCounted(String library, int result) implements Answer {}

        /** @param devices how many it counts */
        record Counted(String library, int devices) implements Answer {}
    }

    /** Where the runtime is, as far as files show. */
    public static Optional<Path> find(LoaderPath loader) {
        return Stream.concat(
                        LIBRARIES.stream().flatMap(name -> loader.find(name).stream()),
                        LIBRARIES.stream().map(ROCM::resolve).filter(Files::exists))
                .findFirst();
    }

    /** The folders that a child's loader needs for it: ROCm's own, where it is. */
    public static List<Path> folders() {
        return Files.isDirectory(ROCM) ? List.of(ROCM) : List.of();
    }

    /** Asks the runtime of this machine. */
    public static Answer ask() {
        List<String> words = new ArrayList<>();
        List<String> names = Stream.concat(
                        LIBRARIES.stream(),
                        LIBRARIES.stream().map(ROCM::resolve).map(Path::toString))
                .toList();
        for (String name : names) {
            Optional<Answer> answer = NativeCalls.load(name).fold(hip -> Optional.of(count(name, hip)), refusal -> {
                words.add(refusal);
                return Optional.empty();
            });
            if (answer.isPresent()) {
                return answer.get();
            }
        }
        return new Answer.NotLoaded(words.get(0));
    }

    private static Answer count(String name, NativeLibrary hip) {
        IntByReference count = new IntByReference();
        int result = hip.getFunction("hipGetDeviceCount").invokeInt(new Object[] {count});
        return result == 0 ? new Answer.Counted(name, count.getValue()) : new Answer.NotCounted(name, result);
    }

    /** Adds what the runtime said. */
    public static void judge(Answer hip, boolean kernelDevice, Detection.Builder found) {
        found.fact(KERNEL_DEVICE, String.valueOf(kernelDevice));
        if (hip instanceof Answer.NotLoaded absent) {
            found.failed(
                    Tier.LIBRARY,
                    "the HIP runtime does not load: " + absent.words(),
                    "install ROCm (hip-runtime-amd), with /opt/rocm/lib on the loader's path");
        } else if (hip instanceof Answer.NotCounted mute) {
            found.passed(Tier.LIBRARY, mute.library() + " loads");
            noDevice(
                    kernelDevice,
                    "HIP counts no device (hipGetDeviceCount returned %d)".formatted(mute.result()),
                    found);
        } else if (hip instanceof Answer.Counted counted) {
            found.passed(Tier.LIBRARY, counted.library() + " loads");
            if (!kernelDevice || counted.devices() == 0) {
                noDevice(kernelDevice, "HIP counts no device", found);
            } else {
                found.passed(Tier.DEVICE, counted.devices() == 1 ? "1 device" : counted.devices() + " devices");
            }
        }
    }

    private static void noDevice(boolean kernelDevice, String reason, Detection.Builder found) {
        if (kernelDevice) {
            found.failed(
                    Tier.DEVICE,
                    ErrorCode.DEVICE_NOT_FOUND,
                    reason,
                    "add your user to the groups render and video; unset HIP_VISIBLE_DEVICES");
        } else {
            found.failed(
                    Tier.DEVICE,
                    ErrorCode.DEVICE_NOT_FOUND,
                    "/dev/kfd is not on this machine",
                    "install the amdgpu kernel driver; in a container add --device /dev/kfd --device /dev/dri");
        }
    }
}
