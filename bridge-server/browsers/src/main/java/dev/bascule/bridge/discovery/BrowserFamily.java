package dev.bascule.bridge.discovery;

import static dev.bascule.bridge.discovery.Channel.BETA;
import static dev.bascule.bridge.discovery.Channel.CANARY;
import static dev.bascule.bridge.discovery.Channel.DEV;
import static dev.bascule.bridge.discovery.Channel.ESR;
import static dev.bascule.bridge.discovery.Channel.NIGHTLY;
import static dev.bascule.bridge.discovery.Channel.STABLE;
import static dev.bascule.bridge.discovery.Channel.TECHNOLOGY_PREVIEW;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The browsers that Bascule knows by name. */
public enum BrowserFamily {
    CHROME_HEADLESS_SHELL("Chrome Headless Shell", BrowserEngine.CHROMIUM, STABLE),
    CHROME("Google Chrome", BrowserEngine.CHROMIUM, STABLE, BETA, DEV, CANARY),
    EDGE("Microsoft Edge", BrowserEngine.CHROMIUM, STABLE, BETA, DEV, CANARY),
    CHROMIUM("Chromium", BrowserEngine.CHROMIUM, STABLE, BETA, DEV, CANARY),
    FIREFOX("Mozilla Firefox", BrowserEngine.GECKO, STABLE, ESR, BETA, DEV, NIGHTLY),
    WEBKITGTK("WebKitGTK MiniBrowser", BrowserEngine.WEBKIT, STABLE),
    SAFARI("Safari", BrowserEngine.WEBKIT, STABLE, TECHNOLOGY_PREVIEW),
    /** Playwright's own build of WebKit, on any system. */
    WEBKIT("WebKit", BrowserEngine.WEBKIT, STABLE);

    private final String displayName;
    private final BrowserEngine engine;
    private final List<Channel> channels;

    BrowserFamily(String displayName, BrowserEngine engine, Channel... channels) {
        this.displayName = displayName;
        this.engine = engine;
        this.channels = List.of(channels);
    }

    public String displayName() {
        return displayName;
    }

    public BrowserEngine engine() {
        return engine;
    }

    /** Those that its vendor ships, the stable one first. */
    public List<Channel> channels() {
        return channels;
    }

    /** Its word on the command line, such as {@code chrome-headless-shell}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The word for one of its channels, such as {@code chrome-beta}; the stable one has the family's own. */
    public String id(Channel channel) {
        return channel == STABLE ? id() : id() + "-" + channel.id();
    }

    public static Optional<BrowserFamily> ofId(String id) {
        return Arrays.stream(values()).filter(family -> family.id().equals(id)).findFirst();
    }

    /** The family that a product name, as a browser prints it, belongs to. */
    static Optional<BrowserFamily> ofProduct(String product) {
        String name = product.toLowerCase(Locale.ROOT);
        if (name.contains("headless")) {
            return Optional.of(CHROME_HEADLESS_SHELL);
        }
        if (name.contains("edge")) {
            return Optional.of(EDGE);
        }
        if (name.contains("chromium")) {
            return Optional.of(CHROMIUM);
        }
        if (name.contains("chrome")) {
            return Optional.of(CHROME);
        }
        if (name.contains("firefox") || name.contains("nightly")) {
            return Optional.of(FIREFOX);
        }
        if (name.contains("webkitgtk")) {
            return Optional.of(WEBKITGTK);
        }
        return name.contains("safari") ? Optional.of(SAFARI) : Optional.empty();
    }
}
