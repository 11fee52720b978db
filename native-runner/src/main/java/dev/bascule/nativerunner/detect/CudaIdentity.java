package dev.bascule.nativerunner.detect;

import com.sun.jna.Memory;
import com.sun.jna.NativeLibrary;
import com.sun.jna.ptr.IntByReference;
import dev.bascule.fallback.evidence.DeviceFacts;
import dev.bascule.nativerunner.library.NativeCalls;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Which of NVIDIA's GPUs this process is on, by the driver: the device's UUID and seat, and the devices on which this process has
 * its primary context, which is where CUDA's runtime, and so an engine, works. Asks the driver's library itself, in this process.
 * Stateless.
 */
public final class CudaIdentity {
    private static final int NAME_BYTES = 256;
    private static final int UUID_BYTES = 16;
    private static final int PCI_BYTES = 32;

    private CudaIdentity() {}

    /** The calls of the driver's library that are made here, each with its CUresult. */
    @FunctionalInterface
    interface Driver {
        int call(String function, Object... arguments);
    }

    /** How many devices the driver of this machine counts; empty where it does not load or start. */
    public static OptionalInt count(boolean windows) {
        return driver(windows).map(CudaIdentity::count).orElse(OptionalInt.empty());
    }

    /** Facts of the device with this index, and of where this process is; nothing where the driver does not answer. */
    public static Map<String, String> facts(boolean windows, int index) {
        return driver(windows).map(driver -> facts(driver, index)).orElse(Map.of());
    }

    private static Optional<Driver> driver(boolean windows) {
        return NativeCalls.load(Cuda.library(windows))
                .fold(library -> Optional.of(of(library)), refused -> Optional.empty());
    }

    /** One that is older than a call answers it with no success. */
    private static Driver of(NativeLibrary library) {
        return (function, arguments) -> {
            try {
                return library.getFunction(function).invokeInt(arguments);
            } catch (UnsatisfiedLinkError e) {
                return -1;
            }
        };
    }

    static OptionalInt count(Driver driver) {
        IntByReference count = new IntByReference();
        return driver.call("cuInit", 0) == 0 && driver.call("cuDeviceGetCount", count) == 0
                ? OptionalInt.of(count.getValue())
                : OptionalInt.empty();
    }

    static Map<String, String> facts(Driver driver, int index) {
        OptionalInt count = count(driver);
        Map<String, String> facts = new LinkedHashMap<>();
        if (count.isEmpty()) {
            return facts;
        }
        facts.put(DeviceFacts.INDEX, String.valueOf(index));
        IntByReference device = new IntByReference();
        if (driver.call("cuDeviceGet", device, index) == 0) {
            name(driver, device.getValue()).ifPresent(name -> facts.put(DeviceFacts.NAME, name));
            uuid(driver, device.getValue()).ifPresent(uuid -> facts.put(DeviceFacts.UUID, uuid));
            pci(driver, device.getValue()).ifPresent(seat -> facts.put(DeviceFacts.PCI, seat));
        }
        contexts(driver, count.getAsInt()).ifPresent(contexts -> facts.put(DeviceFacts.CONTEXTS, contexts));
        return facts;
    }

    private static Optional<String> name(Driver driver, int device) {
        Memory name = cleared(NAME_BYTES);
        return driver.call("cuDeviceGetName", name, NAME_BYTES, device) == 0
                ? Optional.of(name.getString(0))
                : Optional.empty();
    }

    /** As {@code nvidia-smi -L} writes it. */
    private static Optional<String> uuid(Driver driver, int device) {
        Memory bytes = cleared(UUID_BYTES);
        if (driver.call("cuDeviceGetUuid", bytes, device) != 0) {
            return Optional.empty();
        }
        ByteBuffer uuid = ByteBuffer.wrap(bytes.getByteArray(0, UUID_BYTES));
        return Optional.of("GPU-" + new UUID(uuid.getLong(), uuid.getLong()));
    }

    private static Optional<String> pci(Driver driver, int device) {
        Memory seat = cleared(PCI_BYTES);
        return driver.call("cuDeviceGetPCIBusId", seat, PCI_BYTES, device) == 0
                ? Optional.of(seat.getString(0))
                : Optional.empty();
    }

    /** Empty where one of the devices does not tell: an incomplete list would show too much. */
    private static Optional<String> contexts(Driver driver, int count) {
        List<Integer> active = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            IntByReference device = new IntByReference();
            IntByReference flags = new IntByReference();
            IntByReference is = new IntByReference();
            if (driver.call("cuDeviceGet", device, i) != 0
                    || driver.call("cuDevicePrimaryCtxGetState", device.getValue(), flags, is) != 0) {
                return Optional.empty();
            }
            if (is.getValue() != 0) {
                active.add(i);
            }
        }
        return Optional.of(active.stream().map(String::valueOf).collect(Collectors.joining(",")));
    }

    private static Memory cleared(int bytes) {
        Memory memory = new Memory(bytes);
        memory.clear();
        return memory;
    }
}
