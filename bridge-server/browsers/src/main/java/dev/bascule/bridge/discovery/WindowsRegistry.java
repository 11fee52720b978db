package dev.bascule.bridge.discovery;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What Windows' registry knows about browsers. Immutable and thread-safe. */
record WindowsRegistry(CommandRunner commands) {
    static final String APP_PATHS = "SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\App Paths";

    private static final Map<String, BrowserFamily> EXECUTABLES = Map.of(
            "chrome.exe", BrowserFamily.CHROME,
            "msedge.exe", BrowserFamily.EDGE,
            "firefox.exe", BrowserFamily.FIREFOX);

    /** Asks {@code reg}; an absent key gives nothing. */
    RegistryText query(String key) {
        return commands.run(List.of("reg", "query", key, "/s"), Optional.empty())
                .map(RegistryText::parse)
                .orElseGet(() -> new RegistryText(Map.of()));
    }

    /** The browsers that registered themselves under {@code App Paths}, for the machine and for the user. */
    List<BrowserCandidate> applications() {
        return Stream.of("HKLM\\", "HKCU\\")
                .flatMap(hive -> EXECUTABLES.keySet().stream().sorted().map(name -> hive + APP_PATHS + "\\" + name))
                .flatMap(key -> applications(query(key)).entrySet().stream())
                .flatMap(entry ->
                        LocationResolver.path(entry.getKey()).map(file -> candidate(file, entry.getValue())).stream())
                .toList();
    }

    private static BrowserCandidate candidate(Path file, BrowserFamily family) {
        return new BrowserCandidate(
                file, Optional.of(family), channel(file.toString()), InstallationSource.SYSTEM, Optional.empty());
    }

    /** Executables by path, from the default values of the keys. */
    static Map<String, BrowserFamily> applications(RegistryText text) {
        Map<String, BrowserFamily> found = new java.util.LinkedHashMap<>();
        text.keys().forEach((key, values) -> {
            String name = key.substring(key.lastIndexOf('\\') + 1).toLowerCase(Locale.ROOT);
            BrowserFamily family = EXECUTABLES.get(name);
            if (family != null && values.containsKey("")) {
                // Some installers put the path in quotation marks.
                found.put(text.text(key, "").orElse("").replace("\"", ""), family);
            }
        });
        found.remove("");
        return found;
    }

    /** The channel that the folder of an installation says: stable where it says none. */
    static Channel channel(String path) {
        String folder = path.toLowerCase(Locale.ROOT);
        if (folder.contains(" sxs\\") || folder.contains(" sxs/")) {
            return Channel.CANARY;
        }
        if (folder.contains(" beta\\") || folder.contains(" beta/")) {
            return Channel.BETA;
        }
        if (folder.contains(" dev\\") || folder.contains(" dev/") || folder.contains("developer edition")) {
            return Channel.DEV;
        }
        return folder.contains("nightly") ? Channel.NIGHTLY : Channel.STABLE;
    }

    /** The version that a Chromium browser noted at its last start; nothing where it never ran. */
    Optional<String> lastVersion(BrowserFamily family, Channel channel) {
        return beacon(family, channel).flatMap(key -> query("HKCU\\" + key).text(key, "version"));
    }

    private static Optional<String> beacon(BrowserFamily family, Channel channel) {
        String suffix = switch (channel) {
            case BETA -> " Beta";
            case DEV -> " Dev";
            case CANARY -> " SxS";
            case STABLE, ESR, NIGHTLY, TECHNOLOGY_PREVIEW -> "";
        };
        return switch (family) {
            case CHROME -> Optional.of("SOFTWARE\\Google\\Chrome" + suffix + "\\BLBeacon");
            case EDGE -> Optional.of("SOFTWARE\\Microsoft\\Edge" + suffix + "\\BLBeacon");
            case CHROMIUM -> Optional.of("SOFTWARE\\Chromium\\BLBeacon");
            case CHROME_HEADLESS_SHELL, FIREFOX, WEBKITGTK, SAFARI, WEBKIT -> Optional.empty();
        };
    }
}
