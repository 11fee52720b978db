package dev.bascule.bridge.testing;

import dev.bascule.bridge.discovery.BrowserFamily;
import dev.bascule.bridge.discovery.PlaywrightRelease;
import dev.bascule.fallback.testing.Part;
import dev.bascule.fallback.testing.PartFinder;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Browsers, their drivers, and the Grid that Maven fetches. */
public final class BrowserParts implements PartFinder {
    private static final String BRING = ": .ci/install-browsers brings it";

    @Override
    public Set<Part> finds() {
        return EnumSet.of(
                Part.BUNDLED,
                Part.FIREFOX,
                Part.GECKODRIVER,
                Part.CHROMIUM,
                Part.CHROMEDRIVER,
                Part.WEBKITGTK,
                Part.PLAYWRIGHT_FIREFOX,
                Part.PLAYWRIGHT_WEBKIT,
                Part.GRID);
    }

    @Override
    public Optional<String> absence(Part part) {
        MachineBrowsers machine = MachineBrowsers.shown();
        return switch (part) {
            case BUNDLED ->
                missing(machine.bundled().isEmpty(), "the bundled browser is not unpacked: build browser-runtime");
            case FIREFOX -> missing(machine.firefox().isEmpty(), "Firefox is not on this machine" + BRING);
            case GECKODRIVER -> undriven(machine, BrowserFamily.FIREFOX);
            case CHROMIUM -> missing(machine.chromium().isEmpty(), "no full Chromium is on this machine" + BRING);
            case CHROMEDRIVER -> undriven(machine, BrowserFamily.CHROMIUM);
            case WEBKITGTK ->
                undriven(machine, BrowserFamily.WEBKITGTK)
                        .or(() -> missing(!hasDisplay(), "there is neither a display nor Xvfb" + BRING));
            case PLAYWRIGHT_FIREFOX -> unpatched(machine, BrowserFamily.FIREFOX, "firefox");
            case PLAYWRIGHT_WEBKIT -> unpatched(machine, BrowserFamily.WEBKIT, "webkit");
            case GRID ->
                undriven(machine, BrowserFamily.CHROMIUM)
                        .or(() -> missing(
                                !Files.isRegularFile(Path.of("target", "grid", "class-path")),
                                "no Grid: Maven fetches it before the tests"));
            case OPENVINO,
                    WEBGPU_NATIVE,
                    PYTORCH,
                    ESPEAK,
                    LLAMA_CPP,
                    ONNX_RUNTIME_QUANTIZATION,
                    TORCH_DISTRIBUTED,
                    PRETRAINED,
                    CORPUS -> throw new IllegalArgumentException(part + " is no browser");
        };
    }

    private static Optional<String> undriven(MachineBrowsers machine, BrowserFamily family) {
        return missing(
                machine.driven(family).isEmpty(),
                "no %s with a driver that fits is on this machine%s".formatted(family.displayName(), BRING));
    }

    private static Optional<String> unpatched(MachineBrowsers machine, BrowserFamily family, String name) {
        return missing(
                machine.patched(family).isEmpty(),
                "Playwright's own build is not in its cache: " + PlaywrightRelease.install(name));
    }

    private static Optional<String> missing(boolean missing, String why) {
        return missing ? Optional.of(why) : Optional.empty();
    }

    private static boolean hasDisplay() {
        return !System.getenv().getOrDefault("DISPLAY", "").isBlank()
                || !System.getenv().getOrDefault("WAYLAND_DISPLAY", "").isBlank()
                || Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "Xvfb")));
    }
}
