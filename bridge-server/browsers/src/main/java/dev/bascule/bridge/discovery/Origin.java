package dev.bascule.bridge.discovery;

/** Who put a browser where it is: launchers and remedies differ by it. */
public enum Origin {
    /** Bascule's own cache. */
    BUNDLED,
    /** The system's package manager or the vendor's installer. */
    SYSTEM,
    /** Playwright's cache; Firefox and WebKit there are patched builds. */
    PLAYWRIGHT,
    /** An exported launcher of Flatpak. */
    FLATPAK,
    /** A snap. */
    SNAP,
    /** The user named the file. */
    NAMED
}
