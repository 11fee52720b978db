package dev.bascule.bridge.discovery;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The browsers that Bascule knows by name. */
public enum BrowserFamily {
    CHROME_HEADLESS_SHELL("Chrome Headless Shell", BrowserEngine.CHROMIUM),
    CHROME("Google Chrome", BrowserEngine.CHROMIUM),
    EDGE("Microsoft Edge", BrowserEngine.CHROMIUM),
    CHROMIUM("Chromium", BrowserEngine.CHROMIUM),
    FIREFOX("Mozilla Firefox", BrowserEngine.GECKO),
    WEBKITGTK("WebKitGTK MiniBrowser", BrowserEngine.WEBKIT),
    SAFARI("Safari", BrowserEngine.WEBKIT);

    private final String displayName;
    private final BrowserEngine engine;

    BrowserFamily(String displayName, BrowserEngine engine) {
        this.displayName = displayName;
        this.engine = engine;
    }

    public String displayName() {
        return displayName;
    }

    public BrowserEngine engine() {
        return engine;
    }

    /** Its word on the command line, such as {@code chrome-headless-shell}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
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
        return name.contains("firefox") ? Optional.of(FIREFOX) : Optional.empty();
    }
}
