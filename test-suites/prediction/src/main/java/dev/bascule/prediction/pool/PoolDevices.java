package dev.bascule.prediction.pool;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.hardware.Device;
import dev.bascule.fallback.hardware.DeviceFit;
import dev.bascule.fallback.hardware.HardwareClass;
import dev.bascule.fallback.hardware.HardwareClasses;
import dev.bascule.fallback.hardware.HardwareMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The devices of a machine that a pool may use, and which of them a target computes on. GPUs are counted in the order of where they
 * sit, those of one kind as well. Immutable.
 */
public final class PoolDevices {
    /** All logical processors, as one device. */
    public static final String CPU = "cpu";

    private final List<Entry> entries;

    private record Entry(PoolDevice device, DeviceType type, Optional<Device> found) {}

    /** Which devices a target computes on, or why nobody can tell. */
    public sealed interface Seats {
        /** @param devices any of these, one for each replica */
        record On(List<PoolDevice> devices) implements Seats {
            public On {
                devices = List.copyOf(devices);
            }
        }

        record Nowhere(String why) implements Seats {}
    }

    private PoolDevices(List<Entry> entries) {
        this.entries = List.copyOf(entries);
    }

    /**
     * @param processors that engines may use
     * @param reserve the share of a device's free memory that is left alone
     */
    public static PoolDevices of(HardwareMap map, int processors, double reserve) {
        List<Entry> entries = new ArrayList<>();
        entries.add(new Entry(
                new PoolDevice(CPU, "%d logical processors".formatted(processors), processors, Optional.empty()),
                DeviceType.CPU,
                Optional.empty()));
        add(map, HardwareClasses.GPU, DeviceType.GPU, reserve, entries);
        add(map, HardwareClasses.NPU, DeviceType.NPU, reserve, entries);
        return new PoolDevices(entries);
    }

    private static void add(HardwareMap map, HardwareClass type, DeviceType word, double reserve, List<Entry> entries) {
        List<Device> found = map.ofClass(type).stream()
                .filter(device -> device.isReachable()
                        && HardwareClasses.accelerates(device.type())
                        && !device.type().is(HardwareClasses.BROWSER))
                .sorted(Comparator.comparing(Device::id))
                .toList();
        for (int i = 0; i < found.size(); i++) {
            Device device = found.get(i);
            entries.add(new Entry(
                    new PoolDevice(
                            "%s:%d".formatted(type.id(), i),
                            "%s (%s)".formatted(device.name(), device.id()),
                            1,
                            room(device, reserve)),
                    word,
                    Optional.of(device)));
        }
    }

    private static Optional<MemoryRoom> room(Device device, double reserve) {
        // Whoever does not tell whether it is the host's own says nothing that could be held against.
        if (device.memory().sharedWithHost().orElse(true)) {
            return Optional.empty();
        }
        boolean free = device.memory().freeBytes().isPresent();
        return device.memory()
                .freeBytes()
                .or(device.memory()::totalBytes)
                .map(bytes -> new MemoryRoom(
                        (long) (bytes * (1 - reserve)),
                        "%s memory of %s less %.0f %%".formatted(free ? "free" : "all", device.name(), 100 * reserve)));
    }

    public List<PoolDevice> all() {
        return entries.stream().map(Entry::device).toList();
    }

    /**
     * Where a target computes.
     *
     * @param type that was asked for
     * @param software whether a program on the CPU stands in for the device; empty where nobody could tell
     */
    public Seats seats(Backend backend, DeviceType type, Optional<Boolean> software) {
        if (type == DeviceType.CPU) {
            return new Seats.On(List.of(entries.get(0).device()));
        }
        if (software.orElse(false)) {
            return new Seats.Nowhere("its device is emulated on the processors, and nobody counted on how many");
        }
        List<Entry> fitting = entries.stream()
                .filter(entry -> entry.type() == type
                        && (backend.side() == Side.BROWSER
                                || entry.found()
                                        .filter(device -> DeviceFit.mayServe(backend, device))
                                        .isPresent()))
                .toList();
        if (fitting.isEmpty()) {
            return new Seats.Nowhere("no %s that it could use is seen here".formatted(type));
        }
        if (fitting.size() > 1 && backend.side() == Side.BROWSER) {
            return new Seats.Nowhere("a browser chooses by itself among %d devices".formatted(fitting.size()));
        }
        if (fitting.stream()
                        .flatMap(entry -> entry.found().stream())
                        .map(Device::name)
                        .distinct()
                        .count()
                > 1) {
            return new Seats.Nowhere(
                    "there are several kinds of %s, and nobody noted which one it was measured on".formatted(type));
        }
        return new Seats.On(fitting.stream().map(Entry::device).toList());
    }
}
