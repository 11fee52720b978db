package dev.bascule.bridge.discovery;

/** What a browser is built on; flags and launchers go by it. */
public enum BrowserEngine {
    CHROMIUM,
    GECKO,
    WEBKIT
}
