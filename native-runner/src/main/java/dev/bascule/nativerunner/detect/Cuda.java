package dev.bascule.nativerunner.detect;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import com.sun.jna.ptr.IntByReference;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** NVIDIA's CUDA: asks the driver library itself, in this process, which may cost it its life. Stateless. */
final class Cuda {
    private static final String BACKEND = "cuda";
    private static final int NO_DEVICE = 100;

    private Cuda() {}

    /**
     * What the driver said.
     *
     * @param library the driver library's name, such as {@code libcuda.so.1}
     * @param found where it is
     * @param loadError what the loader said when it did not load
     * @param init what {@code cuInit(0)} returned: 0 for success
     * @param devices what {@code cuDeviceGetCount} counted
     */
    record Driver(
            String library,
            Optional<String> found,
            Optional<String> loadError,
            Optional<Integer> init,
            Optional<Integer> devices) {

        static Driver absent(String library) {
            return new Driver(library, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
        }
    }

    static Driver ask(Host host) {
        String library = host.isWindows() ? "nvcuda.dll" : "libcuda.so.1";
        Optional<String> found = host.loader().find(library).map(Path::toString);
        if (found.isEmpty()) {
            return Driver.absent(library);
        }
        try {
            NativeLibrary driver = NativeLibrary.getInstance(library);
            int init = driver.getFunction("cuInit").invokeInt(new Object[] {0});
            if (init != 0) {
                return new Driver(library, found, Optional.empty(), Optional.of(init), Optional.empty());
            }
            IntByReference count = new IntByReference();
            Function counter = driver.getFunction("cuDeviceGetCount");
            Optional<Integer> devices =
                    counter.invokeInt(new Object[] {count}) == 0 ? Optional.of(count.getValue()) : Optional.empty();
            return new Driver(library, found, Optional.empty(), Optional.of(init), devices);
        } catch (UnsatisfiedLinkError e) {
            return new Driver(
                    library, found, Optional.of(String.valueOf(e.getMessage())), Optional.empty(), Optional.empty());
        }
    }

    static Finding judge(Driver driver, boolean compiled, boolean deviceFiles, String engine) {
        Map<String, String> facts = new TreeMap<>();
        facts.put("providerCompiled", String.valueOf(compiled));
        facts.put("deviceFiles", String.valueOf(deviceFiles));
        driver.found().ifPresent(path -> facts.put("driverLibrary", path));
        driver.init().ifPresent(code -> facts.put("cuInit", String.valueOf(code)));
        driver.devices().ifPresent(count -> facts.put("devices", String.valueOf(count)));
        Tier tier = tier(driver, compiled);
        if (compiled) {
            // A provider that is there is tried for real, whatever its driver says.
            return Finding.usable(BACKEND, tier, facts);
        }
        Optional<String> trouble = trouble(driver, deviceFiles);
        String provider = "%s has no CUDA provider".formatted(engine);
        return Finding.missing(
                BACKEND,
                tier,
                trouble.map(words -> words + ", and " + provider)
                        .orElse("the NVIDIA driver is here (%s), but %s".formatted(devices(driver), provider)),
                trouble.isPresent()
                        ? "install the driver of your GPU, and put com.microsoft.onnxruntime:onnxruntime_gpu (CUDA 12) on the class path in place of onnxruntime"
                        : "put com.microsoft.onnxruntime:onnxruntime_gpu (CUDA 12) on the class path in place of onnxruntime",
                facts);
    }

    private static Tier tier(Driver driver, boolean compiled) {
        if (driver.devices().orElse(0) > 0) {
            return Tier.DEVICE;
        }
        return driver.init().isPresent() ? Tier.LIBRARY : compiled ? Tier.COMPILED : Tier.NONE;
    }

    private static String devices(Driver driver) {
        int count = driver.devices().orElse(0);
        return count == 1 ? "1 device" : count + " devices";
    }

    /** What is wrong with the driver, if anything. */
    private static Optional<String> trouble(Driver driver, boolean deviceFiles) {
        if (driver.found().isEmpty()) {
            return Optional.of("no NVIDIA driver: %s is not on this machine%s"
                    .formatted(driver.library(), deviceFiles ? " although /dev/nvidia* is" : ""));
        }
        if (driver.loadError().isPresent()) {
            return Optional.of(
                    "the NVIDIA driver does not load: " + driver.loadError().get());
        }
        int init = driver.init().orElse(0);
        if (init == NO_DEVICE) {
            return Optional.of("the NVIDIA driver finds no device (cuInit returned 100)");
        }
        if (init != 0) {
            return Optional.of("the NVIDIA driver does not start: cuInit returned " + init);
        }
        return driver.devices().orElse(0) == 0 ? Optional.of("the NVIDIA driver counts no device") : Optional.empty();
    }
}
