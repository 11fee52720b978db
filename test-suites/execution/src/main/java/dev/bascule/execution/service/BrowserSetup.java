package dev.bascule.execution.service;

import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.install.ReleaseVersion;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Which browsers take part, and how they are started. Immutable.
 *
 * @param choice which of those found
 * @param binary a browser's executable to use instead of those found
 * @param launcher the launcher to use, by id, instead of the best for each browser
 * @param remote browsers on other machines
 * @param gpu whether browsers are told to use the machine's GPU or a software one
 * @param flags more command-line flags for browsers of the Chromium family
 * @param webNnDevice the device to ask WebNN for; the best that there seems to be where empty
 * @param build the engine's build that pages load, such as {@code ort.all}; each backend's best one where empty
 * @param engineVersion the version of onnxruntime-web that pages load, as installed; the bundled one where empty
 * @param timed whether anything is timed in them; where nothing is, they are set up for many short programs
 */
public record BrowserSetup(
        BrowserChoice choice,
        Optional<Path> binary,
        Optional<String> launcher,
        Remote remote,
        Gpu gpu,
        List<String> flags,
        Optional<DeviceType> webNnDevice,
        Optional<String> build,
        Optional<ReleaseVersion> engineVersion,
        boolean timed) {

    /** What browsers are told of the GPU. */
    public enum Gpu {
        /** The machine's where it has one, else a software one. */
        AUTO,
        HARDWARE,
        SOFTWARE
    }

    /**
     * How browsers on other machines take part.
     *
     * @param grid a Selenium Grid whose browsers take part as well
     * @param bridgeHost the address that browsers on other machines reach the bridge by; loopback where empty
     */
    public record Remote(Optional<URI> grid, Optional<String> bridgeHost) {
        public static final Remote NONE = new Remote(Optional.empty(), Optional.empty());
    }

    public BrowserSetup {
        flags = List.copyOf(flags);
    }

    public BrowserSetup withWebNnDevice(Optional<DeviceType> device) {
        return new BrowserSetup(choice, binary, launcher, remote, gpu, flags, device, build, engineVersion, timed);
    }

    public BrowserSetup withBuild(Optional<String> wanted) {
        return new BrowserSetup(
                choice, binary, launcher, remote, gpu, flags, webNnDevice, wanted, engineVersion, timed);
    }

    public BrowserSetup withEngineVersion(ReleaseVersion version) {
        return new BrowserSetup(
                choice, binary, launcher, remote, gpu, flags, webNnDevice, build, Optional.of(version), timed);
    }

    /** This executable instead of those found. */
    public BrowserSetup withBinary(Path executable) {
        return new BrowserSetup(
                choice,
                Optional.of(executable),
                launcher,
                remote,
                gpu,
                flags,
                webNnDevice,
                build,
                engineVersion,
                timed);
    }

    /** This choice, everything else as usual. */
    public static BrowserSetup of(BrowserChoice choice) {
        return of(choice, Optional.empty());
    }

    public static BrowserSetup of(BrowserChoice choice, Optional<Path> binary) {
        return new BrowserSetup(
                choice,
                binary,
                Optional.empty(),
                Remote.NONE,
                Gpu.AUTO,
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                true);
    }

    public BrowserSetup withChoice(BrowserChoice other) {
        return new BrowserSetup(other, binary, launcher, remote, gpu, flags, webNnDevice, build, engineVersion, timed);
    }

    public BrowserSetup withLauncher(String id) {
        return new BrowserSetup(
                choice, binary, Optional.of(id), remote, gpu, flags, webNnDevice, build, engineVersion, timed);
    }

    /** For runs of which only the outputs matter. */
    public BrowserSetup untimed() {
        return new BrowserSetup(choice, binary, launcher, remote, gpu, flags, webNnDevice, build, engineVersion, false);
    }
}
