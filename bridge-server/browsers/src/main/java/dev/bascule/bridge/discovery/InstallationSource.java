package dev.bascule.bridge.discovery;

/** The installer of a browser: launchers and remedies differ by it. */
public enum InstallationSource {
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
