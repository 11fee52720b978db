package dev.bascule.bridge.discovery;

/** What a browser is built on; flags and launchers go by it. */
public enum BrowserEngine {
    CHROMIUM,
    GECKO,
    WEBKIT;

    /** Whether a page reads the machine's own number of processors. WebKit rounds it: 2.50 tells 4 where there are 2. */
    public boolean countsProcessors() {
        return this != WEBKIT;
    }
}
