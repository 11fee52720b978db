package dev.bascule.bridge.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads a macOS application's {@code Info.plist}, so that nothing has to be started to know it. Stateless. */
final class AppBundle {
    /** What the bundle identifiers stand for, in full: browsers built on another's name are none of these. */
    private static final Map<String, BrowserAddress> IDENTIFIERS = Map.ofEntries(
            identifier("com.google.Chrome", BrowserFamily.CHROME, Channel.STABLE),
            identifier("com.google.Chrome.beta", BrowserFamily.CHROME, Channel.BETA),
            identifier("com.google.Chrome.dev", BrowserFamily.CHROME, Channel.DEV),
            identifier("com.google.Chrome.canary", BrowserFamily.CHROME, Channel.CANARY),
            identifier("com.google.chrome.for.testing", BrowserFamily.CHROME, Channel.STABLE),
            identifier("org.chromium.Chromium", BrowserFamily.CHROMIUM, Channel.STABLE),
            identifier("com.microsoft.edgemac", BrowserFamily.EDGE, Channel.STABLE),
            identifier("com.microsoft.edgemac.Beta", BrowserFamily.EDGE, Channel.BETA),
            identifier("com.microsoft.edgemac.Dev", BrowserFamily.EDGE, Channel.DEV),
            identifier("com.microsoft.edgemac.Canary", BrowserFamily.EDGE, Channel.CANARY),
            identifier("org.mozilla.firefox", BrowserFamily.FIREFOX, Channel.STABLE),
            identifier("org.mozilla.firefoxdeveloperedition", BrowserFamily.FIREFOX, Channel.DEV),
            identifier("org.mozilla.nightly", BrowserFamily.FIREFOX, Channel.NIGHTLY),
            identifier("com.apple.Safari", BrowserFamily.SAFARI, Channel.STABLE),
            identifier("com.apple.SafariTechnologyPreview", BrowserFamily.SAFARI, Channel.TECHNOLOGY_PREVIEW));

    private AppBundle() {}

    private static Map.Entry<String, BrowserAddress> identifier(
            String identifier, BrowserFamily family, Channel channel) {
        return Map.entry(identifier, new BrowserAddress(family, Optional.of(channel)));
    }

    /** The bundle that an executable lies in, if it lies in one. */
    static Optional<VersionText.Told> around(Path executable, CommandRunner commands) {
        Path list = executable.resolveSibling("").resolve("../Info.plist").normalize();
        return readable(list, commands).flatMap(PropertyList::parse).flatMap(AppBundle::told);
    }

    /** The text of a property list; {@code plutil} turns the binary form into XML. */
    static Optional<String> readable(Path list, CommandRunner commands) {
        if (!Files.isRegularFile(list)) {
            return Optional.empty();
        }
        try {
            byte[] bytes = Files.readAllBytes(list);
            String text = new String(bytes, StandardCharsets.UTF_8);
            return text.startsWith("bplist")
                    ? commands.run(List.of("plutil", "-convert", "xml1", "-o", "-", list.toString()), Optional.empty())
                    : Optional.of(text);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    static Optional<VersionText.Told> told(JsonNode info) {
        String version = info.path("CFBundleShortVersionString").asText("");
        Optional<BrowserAddress> address = Optional.ofNullable(
                IDENTIFIERS.get(info.path("CFBundleIdentifier").asText("")));
        return address.filter(known -> !version.isBlank()).map(known -> {
            String name = info.path("CFBundleName").asText("");
            boolean testing = name.endsWith("for Testing");
            return new VersionText.Told(
                    testing ? name : known.family().displayName(),
                    version,
                    known.channel().orElse(Channel.STABLE));
        });
    }
}
