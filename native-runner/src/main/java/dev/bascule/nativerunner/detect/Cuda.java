package dev.bascule.nativerunner.detect;

import com.sun.jna.Memory;
import com.sun.jna.NativeLibrary;
import com.sun.jna.ptr.IntByReference;
import com.sun.jna.ptr.LongByReference;
import dev.bascule.fallback.driver.Detection;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.driver.Tier;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.nativerunner.library.NativeCalls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** NVIDIA's driver: asks its library itself, in this process, which may cost it its life. Stateless. */
public final class Cuda {
    private static final int NAME_BYTES = 256;
    /** CUdevice_attribute of cuda.h. */
    private static final int COMPUTE_CAPABILITY_MAJOR = 75;

    private static final int COMPUTE_CAPABILITY_MINOR = 76;

    private Cuda() {}

    /** What became of asking the driver. */
    public sealed interface Answer {

        /**
         * Its library does not load.
         *
         * @param words what the loader said
         */
        record NotLoaded(String words) implements Answer {}

        /**
         * It loads, and does not start.
         *
         * @param library its name, such as {@code libcuda.so.1}
         * @param version the newest CUDA that it serves, such as 12.4; empty where it did not say
         * @param init what {@code cuInit(0)} returned: no success (CUresult of cuda.h)
         */
        record NotStarted(String library, Optional<String> version, int init) implements Answer {}

        /**
         * It runs.
         *
         * @param devices what it lists
         */
        record Running(String library, Optional<String> version, List<Device> devices) implements Answer {
            public Running {
                devices = List.copyOf(devices);
            }
        }
    }

    /**
     * @param name as the driver tells it
     * @param memoryBytes all of it
     * @param computeCapability such as {@code 9.0}
     */
    public record Device(String name, long memoryBytes, String computeCapability) {
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%s (%.1f GiB, compute capability %s)",
                    name,
                    memoryBytes / (double) (1L << 30),
                    computeCapability);
        }
    }

    /** The driver library's name on this system. */
    public static String library(boolean windows) {
        return windows ? "nvcuda.dll" : "libcuda.so.1";
    }

    /**
     * Whether the kernel's part of the driver is new enough for CUDA 13, which needs 580 (CUDA 13.0 release notes); false where
     * the system does not tell.
     */
    public static boolean servesCuda13(HostEnvironment host) {
        Path version = Path.of("/proc/driver/nvidia/version");
        try {
            OptionalInt release = !host.isWindows() && Files.isReadable(version)
                    ? release(Files.readString(version))
                    : OptionalInt.empty();
            return release.isPresent() && release.getAsInt() >= Release.CUDA_13.driver;
        } catch (IOException e) {
            return false;
        }
    }

    /** The driver's first number, as in {@code NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.65.06  Sun ...}. */
    static OptionalInt release(String version) {
        Matcher number =
                Pattern.compile("Kernel Module(?: for \\S+)?\\s+(\\d+)\\.").matcher(version);
        return number.find() ? OptionalInt.of(Integer.parseInt(number.group(1))) : OptionalInt.empty();
    }

    /** Asks the driver of this machine. */
    public static Answer ask(boolean windows) {
        String name = library(windows);
        return NativeCalls.load(name).fold(driver -> ask(name, driver), Answer.NotLoaded::new);
    }

    private static Answer ask(String name, NativeLibrary driver) {
        int init = call(driver, "cuInit", 0);
        IntByReference version = new IntByReference();
        Optional<String> cuda = call(driver, "cuDriverGetVersion", version) == 0
                ? Optional.of(version.getValue() / 1000 + "." + version.getValue() % 1000 / 10)
                : Optional.empty();
        return init == 0 ? new Answer.Running(name, cuda, devices(driver)) : new Answer.NotStarted(name, cuda, init);
    }

    private static List<Device> devices(NativeLibrary driver) {
        IntByReference count = new IntByReference();
        List<Device> devices = new ArrayList<>();
        if (call(driver, "cuDeviceGetCount", count) != 0) {
            return devices;
        }
        for (int i = 0; i < count.getValue(); i++) {
            IntByReference device = new IntByReference();
            Memory name = new Memory(NAME_BYTES);
            name.clear();
            LongByReference bytes = new LongByReference();
            IntByReference major = new IntByReference();
            IntByReference minor = new IntByReference();
            if (call(driver, "cuDeviceGet", device, i) != 0
                    || call(driver, "cuDeviceGetName", name, NAME_BYTES, device.getValue()) != 0
                    || call(driver, "cuDeviceTotalMem_v2", bytes, device.getValue()) != 0
                    || call(driver, "cuDeviceGetAttribute", major, COMPUTE_CAPABILITY_MAJOR, device.getValue()) != 0
                    || call(driver, "cuDeviceGetAttribute", minor, COMPUTE_CAPABILITY_MINOR, device.getValue()) != 0) {
                // One that the driver counts and cannot describe is none to run on.
                continue;
            }
            devices.add(new Device(name.getString(0), bytes.getValue(), major.getValue() + "." + minor.getValue()));
        }
        return devices;
    }

    private static int call(NativeLibrary driver, String function, Object... arguments) {
        return driver.getFunction(function).invokeInt(arguments);
    }

    /** What a build of a library was made for, and the first driver that serves it (CUDA's release notes). */
    public enum Release {
        CUDA_12(12, 525, "update the NVIDIA driver to 525 or newer"),
        CUDA_13(13, 580, "update the NVIDIA driver to 580 or newer, or bascule install cuda --variant 12");

        private final int major;
        private final int driver;
        private final String remedy;

        Release(int major, int driver, String remedy) {
            this.major = major;
            this.driver = driver;
            this.remedy = remedy;
        }
    }

    /** Adds a failure where the driver says that it serves older releases only. */
    public static void judgeAge(Answer driver, Release needed, Detection.Builder found) {
        Optional<String> serves = driver instanceof Answer.Running running
                ? running.version()
                : driver instanceof Answer.NotStarted still ? still.version() : Optional.empty();
        serves.filter(version -> Integer.parseInt(version.split("\\.", 2)[0]) < needed.major)
                .ifPresent(version -> found.failed(
                        Tier.LIBRARY,
                        ErrorCode.DRIVER_TOO_OLD,
                        "the driver is older than the library: it serves CUDA %s, and this set needs CUDA %d"
                                .formatted(version, needed.major),
                        needed.remedy));
    }

    /**
     * What else is lacking where the driver does not load.
     *
     * @param words which libraries of what
     * @param nextStep what brings them
     */
    public record Lack(String words, String nextStep) {}

    /** Adds what the driver said: whether it loads, and whether it finds a device. */
    public static void judge(Answer driver, boolean deviceFiles, Detection.Builder found) {
        judge(driver, deviceFiles, Optional.empty(), found);
    }

    /** The same; of a driver that does not load, with what would be lacking beside it. */
    public static void judge(Answer driver, boolean deviceFiles, Optional<Lack> lack, Detection.Builder found) {
        if (driver instanceof Answer.NotLoaded absent) {
            String nextStep = deviceFiles
                    ? "/dev/nvidia* is here: start the container with its driver libraries (docker run --gpus all)"
                    : "install the driver of your NVIDIA GPU";
            found.failed(
                    Tier.LIBRARY,
                    "the NVIDIA driver does not load: " + absent.words()
                            + lack.map(more -> "; " + more.words()).orElse(""),
                    nextStep + lack.map(more -> ", then " + more.nextStep()).orElse(""));
        } else if (driver instanceof Answer.NotStarted still) {
            loads(still.library(), still.version(), still.init(), found);
            found.failed(
                    Tier.DEVICE,
                    code(still.init()),
                    "cuInit returned %d: %s".formatted(still.init(), meaning(still.init())),
                    remedy(still.init()));
        } else if (driver instanceof Answer.Running running) {
            loads(running.library(), running.version(), 0, found);
            devices(running.devices(), found);
        }
    }

    private static void loads(String library, Optional<String> version, int init, Detection.Builder found) {
        found.fact("cudaDriver", version.map(number -> "CUDA " + number)).fact("cuInit", String.valueOf(init));
        found.passed(
                Tier.LIBRARY,
                library + version.map(number -> " serves CUDA " + number).orElse(" loads"));
    }

    private static void devices(List<Device> devices, Detection.Builder found) {
        if (devices.isEmpty()) {
            found.failed(
                    Tier.DEVICE,
                    ErrorCode.DEVICE_NOT_FOUND,
                    "the NVIDIA driver counts no device",
                    "unset CUDA_VISIBLE_DEVICES, or run it on a machine with an NVIDIA GPU");
            return;
        }
        found.passed(Tier.DEVICE, devices.stream().map(Device::toString).collect(Collectors.joining(", ")));
        for (int i = 0; i < devices.size(); i++) {
            found.fact("device." + i, devices.get(i).toString());
        }
    }

    /** CUresult of cuda.h, as far as cuInit returns it. */
    private static String meaning(int init) {
        return switch (init) {
            case 3 -> "not initialised";
            case 34 -> "only a stub of the driver is installed";
            case 35 -> "the driver is older than the library";
            case 46 -> "the device is unavailable";
            case 100 -> "no CUDA device";
            case 101 -> "no such device";
            case 802 -> "the system is not ready";
            case 803 -> "driver and library are of different versions";
            case 804 -> "compatibility mode is not supported on this device";
            case 999 -> "unknown error";
            default -> "see CUresult in cuda.h";
        };
    }

    private static ErrorCode code(int init) {
        return switch (init) {
            case 35 -> ErrorCode.DRIVER_TOO_OLD;
            case 100, 101 -> ErrorCode.DEVICE_NOT_FOUND;
            case 803 -> ErrorCode.LIBRARY_MISMATCH;
            default -> ErrorCode.BACKEND_UNAVAILABLE;
        };
    }

    private static String remedy(int init) {
        return switch (init) {
            case 100, 101 -> "unset CUDA_VISIBLE_DEVICES, or run it on a machine with an NVIDIA GPU";
            case 34 -> "install the real driver in place of the toolkit's stub, and take the stub off LD_LIBRARY_PATH";
            case 35, 803 -> "update the NVIDIA driver, then restart the machine";
            default -> "nvidia-smi says more; restart the machine after an update of the driver";
        };
    }
}
