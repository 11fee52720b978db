package dev.bascule.nativerunner.devices;

import dev.bascule.fallback.hardware.CapabilityRegistry;
import dev.bascule.fallback.hardware.Device;
import dev.bascule.fallback.hardware.DeviceId;
import dev.bascule.fallback.hardware.HardwareMap;
import dev.bascule.fallback.hardware.Relation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A merger of what was seen of one card by looks that tell no bus address (Vulkan, Windows) with what was seen at its address:
 * cards of one kind are paired in the order of both lists. Pure functions.
 */
final class DeviceMerger {
    /** Whose ids say most of where a device sits, best first. */
    private static final List<String> KINDS = List.of("pci:", "windows:", "vulkan:");

    private DeviceMerger() {}

    static HardwareMap joined(HardwareMap map) {
        Map<DeviceId, DeviceId> same = new HashMap<>();
        for (int kind = 1; kind < KINDS.size(); kind++) {
            pair(map, kind, same);
        }
        if (same.isEmpty()) {
            return map;
        }
        List<Relation> relations = map.relations().stream()
                .map(relation -> new Relation(
                        same.getOrDefault(relation.from(), relation.from()),
                        relation.kind(),
                        same.getOrDefault(relation.to(), relation.to()),
                        relation.evidence()))
                .toList();
        // The better places first, so that their words go before the others'.
        HardwareMap joined = new HardwareMap(
                map.devices().stream()
                        .filter(device -> !same.containsKey(device.id()))
                        .toList(),
                relations,
                map.gaps());
        for (Device twin : map.devices()) {
            DeviceId id = same.get(twin.id());
            if (id != null) {
                joined = joined.and(HardwareMap.of(twin.at(id)));
            }
        }
        return joined;
    }

    private static void pair(HardwareMap map, int kind, Map<DeviceId, DeviceId> same) {
        Map<String, Integer> seen = new HashMap<>();
        for (Device device : map.devices()) {
            Optional<String> card = device.ownCapabilities().value(CapabilityRegistry.PCI_ID);
            if (!device.id().value().startsWith(KINDS.get(kind)) || card.isEmpty()) {
                continue;
            }
            for (String better : KINDS.subList(0, kind)) {
                List<Device> places = map.devices().stream()
                        .filter(place -> place.id().value().startsWith(better)
                                && place.ownCapabilities()
                                        .value(CapabilityRegistry.PCI_ID)
                                        .equals(card)
                                && !same.containsKey(place.id()))
                        .toList();
                if (!places.isEmpty()) {
                    int count = seen.merge(card.get(), 1, Integer::sum);
                    // A card with two Vulkan drivers is listed twice.
                    same.put(
                            device.id(), places.get((count - 1) % places.size()).id());
                    break;
                }
            }
        }
    }
}
