package dev.bascule.fallback.hardware;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The devices of a machine, how they hang together, and what could not be looked at. Immutable and thread-safe.
 *
 * @param devices each id once
 * @param relations between devices; one that another look has to find may be among them
 * @param gaps what could not be looked at, and why: never an exception, never silence
 */
public record HardwareMap(List<Device> devices, List<Relation> relations, List<Gap> gaps) {

    /**
     * A look that brought nothing.
     *
     * @param source such as {@code nvidia-smi}
     * @param reason for people: the tool is missing, the file unreadable, the system another
     */
    public record Gap(String source, String reason) {}

    public HardwareMap {
        Map<DeviceId, Device> byId = new LinkedHashMap<>();
        devices.forEach(device -> byId.merge(device.id(), device, Device::mergedWith));
        devices = List.copyOf(byId.values());
        relations = List.copyOf(new LinkedHashSet<>(relations));
        gaps = List.copyOf(new LinkedHashSet<>(gaps));
    }

    /** Nothing found, nothing missed. */
    public static HardwareMap empty() {
        return new HardwareMap(List.of(), List.of(), List.of());
    }

    /** Devices alone. */
    public static HardwareMap of(Device... devices) {
        return new HardwareMap(List.of(devices), List.of(), List.of());
    }

    /** A look that brought nothing, and why. */
    public static HardwareMap gap(String source, String reason) {
        return new HardwareMap(List.of(), List.of(), List.of(new Gap(source, reason)));
    }

    /** Two looks at one machine: devices with the same id become one. */
    public HardwareMap and(HardwareMap other) {
        return new HardwareMap(
                joined(devices, other.devices), joined(relations, other.relations), joined(gaps, other.gaps));
    }

    public HardwareMap withRelations(Collection<Relation> more) {
        return new HardwareMap(devices, joined(relations, more), gaps);
    }

    public HardwareMap withGap(String source, String reason) {
        return new HardwareMap(devices, relations, joined(gaps, List.of(new Gap(source, reason))));
    }

    /** This map with what a trial showed of one of its devices. Nothing changes where it has no such device. */
    public HardwareMap withVerified(DeviceId id, Capability<?> capability) {
        return new HardwareMap(
                devices.stream()
                        .map(device -> device.id().equals(id) ? device.withVerified(capability) : device)
                        .toList(),
                relations,
                gaps);
    }

    public Optional<Device> find(DeviceId id) {
        return devices.stream().filter(device -> device.id().equals(id)).findFirst();
    }

    /** The devices of a class or of one below it. */
    public List<Device> ofClass(HardwareClass type) {
        return devices.stream().filter(device -> device.type().is(type)).toList();
    }

    /** The devices that hang together with one in this way; a mutual relation counts from both ends. */
    public List<Device> related(DeviceId id, Relation.Kind kind) {
        Set<DeviceId> others = new LinkedHashSet<>();
        relationsOf(id).stream()
                .filter(relation -> relation.kind() == kind)
                .forEach(relation -> others.add(relation.seenFrom(id)));
        return others.stream().map(this::find).flatMap(Optional::stream).toList();
    }

    /** What is said of a device's relations with devices of this map. */
    public List<Relation> relationsOf(DeviceId id) {
        return relations.stream()
                .filter(relation ->
                        relation.concerns(id) && find(relation.seenFrom(id)).isPresent())
                .toList();
    }

    private static <T> List<T> joined(Collection<T> first, Collection<T> second) {
        List<T> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }
}
