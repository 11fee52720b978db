package dev.bascule.bridge.evidence;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the text of {@code chrome://gpu}, as it is shown, copied or walked through its shadow roots. What later versions
 * call otherwise is left out, never guessed. Stateless.
 */
final class ChromeGpuPage {
    static final String ADDRESS = "chrome://gpu";

    /** The page's sections, so that one's lines are not taken for another's; the rules below them may be missing. */
    private static final Set<String> SECTIONS = Set.of(
            "Graphics Feature Status",
            "Version Information",
            "Driver Information",
            "Driver Bug Workarounds",
            "Problems Detected",
            "ANGLE Features",
            "ANGLE Builds",
            "Dawn Info",
            "Compositor Information",
            "GpuMemoryBuffers Status",
            "Display(s) Information",
            "Video Acceleration Information",
            "Vulkan Information",
            "Device Performance Information",
            "Diagnostics",
            "CLIENT",
            "Log Messages");

    private static final String FOR_THE_OTHER_GPU = " for Hardware GPU";
    private static final Set<String> FEATURES =
            Set.of("compositing", "opengl", "rasterization", "skia-graphite", "vulkan", "webgl", "webgpu", "webnn");
    private static final Pattern FEATURE = Pattern.compile("([A-Za-z][\\w ]*):\\s+(\\S.*)");
    private static final Pattern NAMED =
            Pattern.compile("([A-Za-z][\\w .-]*?)\\s*:\\s*(.*)|([A-Za-z][\\w .-]*?)\\t+(.*)");
    private static final Pattern IDS = Pattern.compile("VENDOR= ?(0x\\w+).*?DEVICE= ?(0x\\w+)");
    private static final Pattern DRIVER_VENDOR = Pattern.compile("DRIVER_VENDOR=([^,*]+)");
    private static final Pattern DRIVER_VERSION = Pattern.compile("DRIVER_VERSION=([^,*\\s]+)");
    private static final Pattern ANGLE = Pattern.compile("angle=(\\w+)");
    private static final Pattern ADAPTER = Pattern.compile("<([^>]+)>\\s+(\\w+) backend - (.+)");
    private static final Pattern TOGGLE = Pattern.compile("([a-z][a-z0-9]*(?:_[a-z0-9]+)++):?(?:\\s+https?:.*)?");
    private static final String COMPATIBILITY = "(Compatibility Mode)";

    private ChromeGpuPage() {}

    /** Facts by name; empty where the text is not that page's. */
    static Map<String, String> parse(String text) {
        Map<String, List<String>> sections = sections(text);
        Map<String, String> facts = new TreeMap<>();
        for (String line : sections.getOrDefault("Graphics Feature Status", List.of())) {
            Matcher feature = FEATURE.matcher(line);
            if (feature.matches()) {
                String name = feature.group(1).strip().toLowerCase(Locale.ROOT).replace(' ', '-');
                if (FEATURES.contains(name)) {
                    facts.put("feature." + name, feature.group(2).strip());
                }
            }
        }
        driver(named(sections.getOrDefault("Driver Information", List.of())), facts);
        Optional.ofNullable(named(sections.getOrDefault("Version Information", List.of()))
                        .get("Command Line"))
                .ifPresent(line -> facts.put("browser.commandLine", line));
        List<String> problems = sections.getOrDefault("Problems Detected", List.of()).stream()
                .filter(line -> !line.startsWith("Disabled Features") && !line.startsWith("Applied Workarounds"))
                .toList();
        if (!problems.isEmpty()) {
            facts.put("gpu.problems", String.join("; ", problems));
        }
        dawn(sections.getOrDefault("Dawn Info", List.of()), facts);
        return facts;
    }

    private static Map<String, List<String>> sections(String text) {
        Map<String, List<String>> sections = new TreeMap<>();
        List<String> current = new ArrayList<>();
        for (String raw : text.lines().toList()) {
            String line = raw.strip().replaceFirst("^\\*\\s*", "");
            if (line.isEmpty() || line.chars().allMatch(c -> c == '=' || c == '-')) {
                continue;
            }
            boolean otherGpu = line.endsWith(FOR_THE_OTHER_GPU);
            if (SECTIONS.contains(line) || otherGpu) {
                current = new ArrayList<>();
                sections.putIfAbsent(line, current);
            } else {
                current.add(line);
            }
        }
        return sections;
    }

    /** {@code Name : value}, or the value on the next line, or in the next cell. */
    private static Map<String, String> named(List<String> lines) {
        Map<String, String> named = new TreeMap<>();
        for (int i = 0; i < lines.size(); i++) {
            Matcher matcher = NAMED.matcher(lines.get(i));
            if (!matcher.matches()) {
                continue;
            }
            boolean colon = matcher.group(1) != null;
            String name = colon ? matcher.group(1) : matcher.group(3);
            String value = colon ? matcher.group(2) : matcher.group(4);
            if (value.isEmpty() && i + 1 < lines.size() && !lines.get(i + 1).endsWith(":")) {
                value = lines.get(i + 1);
                i++;
            }
            if (!value.isEmpty()) {
                named.putIfAbsent(name, value);
            }
        }
        return named;
    }

    private static void driver(Map<String, String> named, Map<String, String> facts) {
        copy(named, "GL_VENDOR", facts, "gpu.vendor");
        copy(named, "GL_RENDERER", facts, "gpu.renderer");
        copy(named, "GL_VERSION", facts, "gpu.glVersion");
        copy(named, "Skia Backend", facts, "gpu.skiaBackend");
        copy(named, "In-process GPU", facts, "gpu.inProcess");
        copy(named, "Inprocess GPU", facts, "gpu.inProcess");
        copy(named, "GPU process crash count", facts, "gpu.processCrashes");
        Optional.ofNullable(named.get("GL implementation parts"))
                .map(ANGLE::matcher)
                .filter(Matcher::find)
                .ifPresent(angle -> facts.put("gpu.angleBackend", angle.group(1)));
        named.entrySet().stream()
                .filter(entry -> entry.getKey().matches("GPU\\d"))
                .map(Map.Entry::getValue)
                .sorted((one, other) -> Boolean.compare(other.contains("*"), one.contains("*")))
                .findFirst()
                .ifPresent(active -> active(active, facts));
    }

    private static void copy(Map<String, String> from, String name, Map<String, String> facts, String fact) {
        Optional.ofNullable(from.get(name)).ifPresent(value -> facts.put(fact, value));
    }

    private static void active(String gpu, Map<String, String> facts) {
        Matcher ids = IDS.matcher(gpu);
        if (ids.find()) {
            facts.put("gpu.vendorId", ids.group(1));
            facts.put("gpu.deviceId", ids.group(2));
        }
        List<String> driver = new ArrayList<>();
        for (Pattern part : List.of(DRIVER_VENDOR, DRIVER_VERSION)) {
            Matcher found = part.matcher(gpu);
            if (found.find()) {
                driver.add(found.group(1).strip());
            }
        }
        if (!driver.isEmpty()) {
            facts.put("gpu.driver", String.join(" ", driver));
        }
    }

    /** The first adapter that is more than a compatibility mode; the page does not say which one WebGPU took. */
    private static void dawn(List<String> lines, Map<String, String> facts) {
        List<String> adapters = new ArrayList<>();
        List<String> toggles = new ArrayList<>();
        boolean chosen = false;
        boolean done = false;
        boolean status = false;
        for (String line : lines) {
            Matcher adapter = ADAPTER.matcher(line);
            if (adapter.matches()) {
                done = chosen;
                adapters.add("%s %s: %s".formatted(adapter.group(1), adapter.group(2), adapter.group(3)));
                if (!chosen && !line.endsWith(COMPATIBILITY)) {
                    chosen = true;
                    facts.put("dawn.type", adapter.group(1));
                    facts.put("dawn.backend", adapter.group(2));
                    facts.put("dawn.adapter", adapter.group(3));
                }
            } else if (chosen && !done) {
                if (status) {
                    facts.putIfAbsent("dawn.status", line.replaceFirst("\\s*\\|\\s*$", ""));
                }
                Matcher toggle = TOGGLE.matcher(line);
                if (toggle.matches()) {
                    toggles.add(toggle.group(1));
                }
            }
            status = line.equals("[WebGPU Status]");
        }
        if (!adapters.isEmpty()) {
            facts.put("dawn.adapters", String.join("; ", adapters));
        }
        if (!toggles.isEmpty()) {
            facts.put("dawn.toggles", String.join(" ", toggles));
        }
    }
}
