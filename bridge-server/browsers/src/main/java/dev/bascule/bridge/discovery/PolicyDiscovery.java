package dev.bascule.bridge.discovery;

import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the policies that whoever manages this machine set for a browser: files on Linux, the registry on Windows,
 * managed preferences on macOS. Immutable and thread-safe.
 */
public final class PolicyDiscovery {
    /** Chromium allows comments and trailing commas in its policy files. */
    private static final JsonMapper LENIENT = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS, JsonReadFeature.ALLOW_TRAILING_COMMA)
            .build();

    private final LocationResolver places;
    private final CommandRunner commands;

    PolicyDiscovery(LocationResolver places, CommandRunner commands) {
        this.places = places;
        this.commands = commands;
    }

    public static PolicyDiscovery ofThisMachine() {
        return new PolicyDiscovery(
                LocationResolver.ofThisMachine(), CommandRunner.ofThisMachine(BrowserDiscovery.VERSION_LIMIT));
    }

    /** What stands in the way of measuring this browser; empty where nothing does. */
    public List<PolicyFinding> findings(BrowserInstallation browser) {
        List<PolicyFinding> findings = new ArrayList<>(
                switch (places.system()) {
                    case LINUX -> inFiles(browser, PolicyLocations.linux(browser));
                    case MACOS -> inPropertyLists(browser);
                    case WINDOWS -> inRegistry(browser);
                });
        if (browser.family() == BrowserFamily.FIREFOX) {
            findings.addAll(besideFirefox(browser));
        }
        return List.copyOf(findings);
    }

    private List<PolicyFinding> inFiles(BrowserInstallation browser, List<String> patterns) {
        return patterns.stream()
                .flatMap(pattern -> places.files(pattern).stream())
                .flatMap(file -> inFile(browser, file).stream())
                .toList();
    }

    private List<PolicyFinding> besideFirefox(BrowserInstallation browser) {
        Set<Path> files = new LinkedHashSet<>();
        for (Path executable : List.of(browser.executable(), real(browser.executable()))) {
            Path folder = executable.resolveSibling("");
            files.add(folder.resolve("distribution/policies.json"));
            files.add(folder.resolve("../Resources/distribution/policies.json").normalize());
        }
        Set<Path> targets = new LinkedHashSet<>();
        files.stream().filter(Files::isRegularFile).map(PolicyDiscovery::real).forEach(targets::add);
        return targets.stream().flatMap(file -> inFile(browser, file).stream()).toList();
    }

    private static Path real(Path file) {
        try {
            return file.toRealPath();
        } catch (IOException e) {
            return file;
        }
    }

    private static List<PolicyFinding> inFile(BrowserInstallation browser, Path file) {
        BrowserEngine engine = browser.family().engine();
        try {
            JsonNode root = LENIENT.readTree(Files.readAllBytes(file));
            JsonNode policies = engine == BrowserEngine.GECKO ? root.path("policies") : root;
            return PolicyRules.findings(engine, file.toString(), policies);
        } catch (IOException e) {
            // The browser passes over what it cannot read as well.
            return List.of();
        }
    }

    private List<PolicyFinding> inPropertyLists(BrowserInstallation browser) {
        return PolicyLocations.macos(browser).stream()
                .flatMap(pattern -> places.files(pattern).stream())
                .flatMap(file -> AppBundle.readable(file, commands)
                        .flatMap(PropertyList::parse)
                        .map(policies -> PolicyRules.findings(browser.family().engine(), file.toString(), policies))
                        .stream())
                .flatMap(List::stream)
                .toList();
    }

    private List<PolicyFinding> inRegistry(BrowserInstallation browser) {
        Optional<String> key = PolicyLocations.windows(browser.family());
        List<PolicyFinding> findings = new ArrayList<>();
        if (key.isPresent()) {
            for (String hive : List.of("HKEY_LOCAL_MACHINE\\", "HKEY_CURRENT_USER\\")) {
                String full = hive + key.get();
                JsonNode policies = new WindowsRegistry(commands).query(full).tree(full);
                findings.addAll(PolicyRules.findings(browser.family().engine(), full, policies));
            }
        }
        return findings;
    }
}
