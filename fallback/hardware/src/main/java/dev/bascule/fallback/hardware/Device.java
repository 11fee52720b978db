package dev.bascule.fallback.hardware;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A device of a machine, as found. Immutable.
 *
 * @param id where it sits
 * @param type its class
 * @param name for people, as its driver or the system calls it
 * @param vendor as its driver or the system calls it; empty where nobody tells
 * @param driver empty where it has none or nobody tells
 * @param memory that it computes in
 * @param ownCapabilities what was found of this device; {@link #capabilities()} has what its class brings, too
 * @param barrier why this process cannot use it though it is there; empty where nothing stands in the way
 * @param unknown what nobody could tell, by name ({@link #MEMORY}, {@link #CLASS}, …), and why; forgotten when told
 * @param sources who told of it, such as {@code /sys/bus/pci/devices} or {@code nvidia-smi}
 */
public record Device(
        DeviceId id,
        HardwareClass type,
        String name,
        Optional<String> vendor,
        Optional<Driver> driver,
        DeviceMemory memory,
        CapabilitySet ownCapabilities,
        Optional<String> barrier,
        Map<String, String> unknown,
        List<String> sources) {

    /** What is unknown where nobody tells how much memory it has. */
    public static final String MEMORY = "memory";

    /** What is unknown where nobody tells which kind of its class it is. */
    public static final String CLASS = "class";

    public Device {
        unknown = Collections.unmodifiableMap(new TreeMap<>(unknown));
        sources = List.copyOf(sources);
    }

    /** One of which only class and name are known yet. */
    public static Device of(DeviceId id, HardwareClass type, String name, String source) {
        return new Device(
                id,
                type,
                name,
                Optional.empty(),
                Optional.empty(),
                DeviceMemory.unknown(),
                CapabilitySet.none(),
                Optional.empty(),
                Map.of(),
                List.of(source));
    }

    /** What it can do: what was found, and what its class brings (claimed by the class). */
    public CapabilitySet capabilities() {
        return ownCapabilities.and(type.brings().stream()
                .map(id -> Capability.claimed(id, true, "class", "every " + type.title() + " has it"))
                .toList());
    }

    /** Whether this process can use it, as far as is known. */
    public boolean isReachable() {
        return barrier.isEmpty();
    }

    /** The same device, known to sit elsewhere. */
    public Device at(DeviceId place) {
        return new Device(place, type, name, vendor, driver, memory, ownCapabilities, barrier, unknown, sources);
    }

    public Device withVendor(String known) {
        return new Device(
                id, type, name, Optional.of(known), driver, memory, ownCapabilities, barrier, unknown, sources);
    }

    public Device withDriver(Driver known) {
        return new Device(
                id, type, name, vendor, Optional.of(known), memory, ownCapabilities, barrier, unknown, sources);
    }

    public Device withMemory(DeviceMemory known) {
        return new Device(id, type, name, vendor, driver, known, ownCapabilities, barrier, unknown, sources);
    }

    public Device withCapabilities(Collection<? extends Capability<?>> more) {
        return new Device(id, type, name, vendor, driver, memory, ownCapabilities.and(more), barrier, unknown, sources);
    }

    /** With what a trial showed; it replaces what was claimed or tried before. */
    public Device withVerified(Capability<?> capability) {
        return new Device(
                id,
                type,
                name,
                vendor,
                driver,
                memory,
                ownCapabilities.withVerified(capability),
                barrier,
                unknown,
                sources);
    }

    public Device withBarrier(String why) {
        return new Device(id, type, name, vendor, driver, memory, ownCapabilities, Optional.of(why), unknown, sources);
    }

    public Device withUnknown(String what, String why) {
        Map<String, String> more = new TreeMap<>(unknown);
        more.put(what, why);
        return new Device(id, type, name, vendor, driver, memory, ownCapabilities, barrier, more, sources);
    }

    /**
     * One device that two looks saw. This look's word goes first; the narrower class of the two is taken, and what one
     * did not know is taken from the other.
     */
    public Device mergedWith(Device other) {
        Map<String, String> stillUnknown = new TreeMap<>(other.unknown);
        stillUnknown.putAll(unknown);
        if (memory.or(other.memory).totalBytes().isPresent()) {
            stillUnknown.remove(MEMORY);
        }
        HardwareClass narrower = other.type.is(type) ? other.type : type;
        if (!narrower.equals(type) || !narrower.equals(other.type)) {
            stillUnknown.remove(CLASS);
        }
        Set<String> all = new LinkedHashSet<>(sources);
        all.addAll(other.sources);
        return new Device(
                id,
                narrower,
                name,
                vendor.or(other::vendor),
                driver.filter(known -> known.version().isPresent())
                        .or(other::driver)
                        .or(this::driver),
                memory.or(other.memory),
                ownCapabilities.and(other.ownCapabilities.all()),
                barrier.or(other::barrier),
                stillUnknown,
                List.copyOf(all));
    }
}
