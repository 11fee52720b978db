package dev.bascule.bridge.discovery;

import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.install.Software;
import dev.bascule.fallback.install.SystemPackages;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A word of {@code --browsers}: a family, of which every channel is meant, or one channel of it.
 *
 * @param family such as that of {@code chrome} and {@code chrome-beta}
 * @param channel empty where the family alone was named
 */
public record BrowserAddress(BrowserFamily family, Optional<Channel> channel) {

    /** Nothing where no family and channel are written so. */
    public static Optional<BrowserAddress> parse(String id) {
        Optional<BrowserFamily> whole = BrowserFamily.ofId(id);
        if (whole.isPresent()) {
            return Optional.of(new BrowserAddress(whole.get(), Optional.empty()));
        }
        return Arrays.stream(BrowserFamily.values())
                .filter(family -> id.startsWith(family.id() + "-"))
                .flatMap(family -> Channel.ofId(id.substring(family.id().length() + 1))
                        .filter(family.channels()::contains)
                        .map(channel -> new BrowserAddress(family, Optional.of(channel)))
                        .stream())
                .findFirst();
    }

    /** Every address there is: what to offer to someone who mistyped one. */
    public static List<String> known() {
        return Arrays.stream(BrowserFamily.values())
                .flatMap(family -> family.channels().stream().map(channel -> family.id(channel)))
                .toList();
    }

    /** How a browser of this address gets onto a system that has none, the nearest way first. */
    public List<String> remedies(SystemPackages system) {
        if (family == BrowserFamily.CHROME_HEADLESS_SHELL) {
            return ErrorCode.NO_BROWSER.remedies();
        }
        return List.of(
                install(system),
                "--browser-binary PATH, if it is in a place where Bascule does not look",
                "bascule list browsers shows those that are here");
    }

    private String install(SystemPackages system) {
        return switch (family) {
            case CHROME -> ofChannel(system, Software.CHROME);
            case EDGE -> ofChannel(system, Software.EDGE);
            case CHROMIUM -> ofChannel(system, Software.CHROMIUM);
            case FIREFOX -> ofChannel(system, Software.FIREFOX);
            case WEBKITGTK -> system.remedy(Software.WEBKITGTK);
            case SAFARI -> "run it on a Mac: Safari comes with macOS, its Technology Preview from Apple";
            case WEBKIT -> PlaywrightRelease.install("webkit");
            case CHROME_HEADLESS_SHELL -> ErrorCode.NO_BROWSER.remedies().get(0);
        };
    }

    /** Package managers have the stable channel; Debian's Firefox is the ESR. */
    private String ofChannel(SystemPackages system, Software software) {
        boolean packaged = channel.map(wanted -> wanted == Channel.STABLE
                        || wanted == Channel.ESR && system.remedy(software).endsWith("-esr"))
                .orElse(true);
        return packaged
                ? system.remedy(software)
                : "install %s %s from its vendor"
                        .formatted(family.displayName(), channel.orElseThrow().label());
    }

    public boolean matches(BrowserInstallation browser) {
        return browser.family() == family
                && channel.map(wanted -> wanted == browser.channel()).orElse(true);
    }
}
