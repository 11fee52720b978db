package dev.bascule.studies.bisect;

/**
 * One engine in one browser.
 *
 * @param engine version of its package
 * @param browser version of its package, or the name of one that stays as it is
 */
public record VersionPair(String engine, String browser) {
    public String on(Axis axis) {
        return axis == Axis.ENGINE ? engine : browser;
    }

    public VersionPair with(Axis axis, String version) {
        return axis == Axis.ENGINE ? new VersionPair(version, browser) : new VersionPair(engine, version);
    }

    /** Whether its browser is a version of a package, and none that stays as it is. */
    public boolean hasBrowserVersion() {
        return isVersion(browser);
    }

    @Override
    public String toString() {
        return "%s %s, %s"
                .formatted(
                        Axis.ENGINE.product(),
                        engine,
                        hasBrowserVersion() ? Axis.BROWSER.product() + " " + browser : browser);
    }

    static boolean isVersion(String text) {
        return !text.isEmpty() && Character.isDigit(text.charAt(0));
    }
}
