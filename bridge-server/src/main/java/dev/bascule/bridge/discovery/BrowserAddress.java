package dev.bascule.bridge.discovery;

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

    public boolean matches(BrowserInstallation browser) {
        return browser.family() == family
                && channel.map(wanted -> wanted == browser.channel()).orElse(true);
    }
}
