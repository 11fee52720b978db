package dev.bascule.fallback.evidence;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which of a backend's devices a session had, as far as its child asked the device's driver about it: facts of a record, by
 * name. Stateless.
 */
public final class DeviceFacts {
    /** The index that the engine was told, as the driver counts in that process. */
    public static final String INDEX = "device.index";

    /** The driver's own name of the device, which no other has, such as {@code GPU-8f…}. */
    public static final String UUID = "device.uuid";

    public static final String NAME = "device.name";

    /** Where it sits, such as {@code 0000:65:00.0}. */
    public static final String PCI = "device.pci";

    /** The indexes on which the driver holds this process's contexts, divided by commas. */
    public static final String CONTEXTS = "device.contexts";

    private DeviceFacts() {}

    /** The indexes on which the process has contexts; empty where the driver was not asked. */
    public static Optional<List<String>> contexts(Map<String, String> facts) {
        return Optional.ofNullable(facts.get(CONTEXTS))
                .map(text -> Arrays.stream(text.split(",", -1))
                        .filter(index -> !index.isBlank())
                        .toList());
    }

    /** Whether the driver shows that the process was on this device and on no other. */
    public static boolean shows(Map<String, String> facts, int index) {
        return contexts(facts).equals(Optional.of(List.of(String.valueOf(index))));
    }

    /** The device in words; empty where nothing was told of it. */
    public static Optional<String> words(Map<String, String> facts) {
        List<String> told = List.of(NAME, UUID, PCI).stream()
                .flatMap(fact -> Optional.ofNullable(facts.get(fact)).stream())
                .toList();
        return told.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", told));
    }
}
