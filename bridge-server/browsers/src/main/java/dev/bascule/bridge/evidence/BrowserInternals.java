package dev.bascule.bridge.evidence;

import dev.bascule.bridge.process.ProcessTree;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Puts together what is known of a browser's graphics from outside of its page. Stateless. */
public final class BrowserInternals {
    private BrowserInternals() {}

    /** @param told what the browser told, unread, by the address or method it was asked at */
    public static Map<String, String> read(Map<String, String> told) {
        // The page after the protocol's answer: it has the words that people look for.
        Map<String, String> facts =
                new TreeMap<>(SystemInfoAnswer.parse(told.getOrDefault(SystemInfoAnswer.ADDRESS, "")));
        facts.putAll(ChromeGpuPage.parse(told.getOrDefault(ChromeGpuPage.ADDRESS, "")));
        facts.putAll(AboutSupportPage.parse(told.getOrDefault(AboutSupportPage.ADDRESS, "")));
        if (!facts.isEmpty()) {
            facts.put("internals.source", told.keySet().stream().sorted().collect(Collectors.joining(", ")));
        }
        return facts;
    }

    /** The graphics libraries that its processes have mapped, or why they are not known. */
    public static Map<String, String> libraries(Optional<ProcessTree> processes) {
        return processes
                .map(MappedLibraries::of)
                .orElseGet(() -> Map.of("gpu.librariesUnknown", "the browser's processes are not on this machine"));
    }
}
