package dev.bascule.fallback.runner;

/**
 * A launcher of browsers whose microphone and camera are no devices.
 *
 * @param launcher the same browser, started so
 * @param brings what they bring
 */
public record Capturing(Launcher launcher, Brings brings) {

    /** What a page hears and sees of it. */
    public enum Brings {
        /** The files that the host gave. */
        FILES,
        /** A tone and a picture of the browser's own. */
        ITS_OWN
    }
}
