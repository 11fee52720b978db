package dev.bascule.bridge.discovery;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A browser on this machine. Immutable.
 *
 * @param name as its vendor calls it, with the channel where it is not the stable one
 * @param family which browser it is
 * @param channel how far ahead of its release it is
 * @param version its full version, as it tells it itself
 * @param executable what to start
 * @param libraryPath folder of shared libraries that it needs because the system lacks them
 * @param origin who put it there
 * @param profileRoot the folder under which a throw-away profile must lie, where a sandbox hides others from it
 * @param caveats what a launcher or a reader must know about it, a sentence each
 */
public record BrowserInstallation(
        String name,
        BrowserFamily family,
        Channel channel,
        String version,
        Path executable,
        Optional<Path> libraryPath,
        InstallationSource origin,
        Optional<Path> profileRoot,
        List<String> caveats) {

    /** The caveat of a patched build that speaks another release's protocol. */
    public static final String OTHER_RELEASE = "not the build that this release of Playwright was made for";

    public BrowserInstallation {
        caveats = List.copyOf(caveats);
    }

    /** A stable build without anything to know about it. */
    public BrowserInstallation(
            String name,
            BrowserFamily family,
            String version,
            Path executable,
            Optional<Path> libraryPath,
            boolean bundled) {
        this(
                name,
                family,
                Channel.STABLE,
                version,
                executable,
                libraryPath,
                bundled ? InstallationSource.BUNDLED : InstallationSource.SYSTEM,
                Optional.empty(),
                List.of());
    }

    /** Whether Bascule brought it. */
    public boolean bundled() {
        return origin == InstallationSource.BUNDLED;
    }

    /**
     * Whether it is a Firefox or WebKit that Playwright patched. Playwright drives no other Firefox or WebKit through
     * its own protocol, and these are not the browsers that people have.
     */
    public boolean patchedByPlaywright() {
        return origin == InstallationSource.PLAYWRIGHT && family.engine() != BrowserEngine.CHROMIUM;
    }

    /** Whether it is such a build, made for another release of Playwright than Bascule's. */
    public boolean ofOtherPlaywright() {
        return patchedByPlaywright() && !PlaywrightRelease.knows(version);
    }

    /** Its word on the command line, such as {@code chrome-beta}; the family's own for the stable channel. */
    public String id() {
        return family.id(channel);
    }

    /** The first number of the version; empty where it does not begin with one. */
    public Optional<Integer> majorVersion() {
        return VersionText.major(version);
    }

    @Override
    public String toString() {
        return name + " " + version;
    }

    BrowserInstallation withCaveat(String caveat) {
        List<String> all = new java.util.ArrayList<>(caveats);
        all.add(caveat);
        return new BrowserInstallation(
                name, family, channel, version, executable, libraryPath, origin, profileRoot, all);
    }
}
