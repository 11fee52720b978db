package dev.bascule.bridge.discovery;

import dev.bascule.bridge.discovery.VersionText.Told;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.install.Software;
import dev.bascule.fallback.install.SystemPackages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds out what one executable is. On Linux it is asked, so that a broken one shows at once; on macOS and Windows,
 * where {@code --version} may open a window, the files beside it are read. Immutable and thread-safe.
 */
record BrowserReader(LocationResolver places, CommandRunner commands) {

    BrowserProbe read(BrowserCandidate candidate) {
        Path file = candidate.file().toAbsolutePath();
        if (!Files.isRegularFile(file) || !Files.isExecutable(file)) {
            return unusable("'%s' is not an executable file".formatted(candidate.file()));
        }
        Optional<Told> told = told(candidate, file);
        if (told.isEmpty()) {
            return isMiniBrowser(file)
                    ? unusable(
                            "%s does not tell its version: it wants a display for that".formatted(file),
                            "%s, or set DISPLAY"
                                    .formatted(SystemPackages.ofThisMachine().remedy(Software.XVFB)))
                    : unusable("%s does not tell its version, or is no browser that Bascule knows".formatted(file));
        }
        Optional<BrowserFamily> family = family(candidate, told.get(), file);
        if (family.isEmpty()) {
            return unusable("%s calls itself '%s', which Bascule does not know"
                    .formatted(file, told.get().product()));
        }
        return new BrowserProbe.Usable(installation(candidate, file, told.get(), family.get()));
    }

    private Optional<Told> told(BrowserCandidate candidate, Path file) {
        Optional<Told> known = candidate
                .version()
                .flatMap(version -> candidate.family().map(family -> new Told(family.displayName(), version)));
        if (candidate.family().equals(Optional.of(BrowserFamily.WEBKIT))) {
            // Playwright's WebKit has nothing to ask: its start script would open the browser.
            return known;
        }
        return switch (places.system()) {
            case LINUX -> isMiniBrowser(file) ? ofMiniBrowser(file) : fromOutput(file);
            case MACOS ->
                AppBundle.around(file, commands)
                        .map(told -> refined(told, file))
                        .or(() -> fromOutput(file))
                        .or(() -> known);
            case WINDOWS ->
                FirefoxFiles.beside(file)
                        .or(() -> besideWindowsExecutable(candidate, file))
                        .or(() -> known);
        };
    }

    private Optional<Told> fromOutput(Path file) {
        return commands.run(List.of(file.toString(), "--version"), Optional.empty())
                .flatMap(VersionText::parse);
    }

    /** Release, ESR and beta share a bundle identifier; {@code application.ini} tells them apart. */
    private static Told refined(Told told, Path file) {
        return told.product().equals(BrowserFamily.FIREFOX.displayName()) && told.channel() == Channel.STABLE
                ? FirefoxFiles.beside(file).orElse(told)
                : told;
    }

    private static boolean isMiniBrowser(Path file) {
        return String.valueOf(file.getFileName()).equals("MiniBrowser");
    }

    /** It prints its version only where it finds a display; the package manager knows it without one. */
    private Optional<Told> ofMiniBrowser(Path file) {
        return fromOutput(file)
                .or(() -> PackageVersion.of(file, commands)
                        .map(version -> new Told(BrowserFamily.WEBKITGTK.displayName(), version)))
                .or(() -> commands.run(List.of("xvfb-run", "-a", file.toString(), "--version"), Optional.empty())
                        .flatMap(VersionText::parse));
    }

    private Optional<Told> besideWindowsExecutable(BrowserCandidate candidate, Path file) {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        BrowserFamily family = candidate.family().orElseGet(() -> {
            if (name.startsWith("msedge")) {
                return BrowserFamily.EDGE;
            }
            return file.toString().contains("Chromium") ? BrowserFamily.CHROMIUM : BrowserFamily.CHROME;
        });
        if (!name.startsWith("chrome") && !name.startsWith("msedge") && !name.startsWith("headless_shell")) {
            return Optional.empty();
        }
        Optional<String> version = beside(file);
        if (version.isEmpty() && candidate.origin() == InstallationSource.SYSTEM) {
            version = new WindowsRegistry(commands).lastVersion(family, candidate.channel());
        }
        return version.map(told -> new Told(family.displayName(), told));
    }

    /** An installed Chromium has a folder for its version; an unpacked one has a file {@code VERSION.manifest}. */
    private static Optional<String> beside(Path file) {
        try (Stream<Path> entries = Files.list(file.resolveSibling(""))) {
            return VersionText.ofFolders(entries.map(Path::getFileName)
                    .map(entry -> String.valueOf(entry).replaceFirst("\\.manifest$", ""))
                    .toList());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static Optional<BrowserFamily> family(BrowserCandidate candidate, Told told, Path file) {
        boolean patched = candidate.origin() == InstallationSource.PLAYWRIGHT
                && candidate.family().map(BrowserFamily::engine).equals(Optional.of(BrowserEngine.GECKO));
        if (patched || candidate.family().equals(Optional.of(BrowserFamily.WEBKIT))) {
            return candidate.family();
        }
        return String.valueOf(file.getFileName()).contains("headless")
                ? Optional.of(BrowserFamily.CHROME_HEADLESS_SHELL)
                : BrowserFamily.ofProduct(told.product());
    }

    private BrowserInstallation installation(BrowserCandidate candidate, Path file, Told told, BrowserFamily family) {
        InstallationSource origin = origin(candidate, file);
        Channel channel = channel(candidate, told, origin);
        boolean patched = origin == InstallationSource.PLAYWRIGHT && family.engine() != BrowserEngine.CHROMIUM;
        return new BrowserInstallation(
                name(family, channel, told, patched),
                family,
                channel,
                told.version(),
                file,
                Optional.empty(),
                origin,
                profileRoot(origin, family, file),
                caveats(origin, family, told, patched));
    }

    private static String name(BrowserFamily family, Channel channel, Told told, boolean patched) {
        if (patched) {
            return "Playwright " + (family == BrowserFamily.FIREFOX ? "Firefox" : family.displayName());
        }
        String product = switch (family) {
            case CHROME_HEADLESS_SHELL, WEBKITGTK, WEBKIT -> family.displayName();
            case CHROME, EDGE, CHROMIUM, FIREFOX, SAFARI -> told.product();
        };
        return channel == Channel.STABLE || product.contains(channel.label())
                ? product
                : product + " " + channel.label();
    }

    /** What the browser says itself counts for more than its place; only a Developer Edition calls itself a beta. */
    private static Channel channel(BrowserCandidate candidate, Told told, InstallationSource origin) {
        boolean saysLess = told.channel() == Channel.STABLE
                || (told.channel() == Channel.BETA && candidate.channel() == Channel.DEV);
        return saysLess || origin == InstallationSource.PLAYWRIGHT ? candidate.channel() : told.channel();
    }

    private static InstallationSource origin(BrowserCandidate candidate, Path file) {
        String path = file.toString();
        if (path.contains("/snap/bin/") || WrapperScript.startsWithin(file, "/snap/bin/")) {
            return InstallationSource.SNAP;
        }
        return path.contains("/flatpak/exports/bin/") ? InstallationSource.FLATPAK : candidate.origin();
    }

    private Optional<Path> profileRoot(InstallationSource origin, BrowserFamily family, Path file) {
        return switch (origin) {
            case SNAP -> Optional.of(places.home().resolve("snap/%s/common".formatted(family.id())));
            case FLATPAK -> Optional.of(places.home().resolve(".var/app/%s/cache".formatted(file.getFileName())));
            case BUNDLED, SYSTEM, PLAYWRIGHT, NAMED -> Optional.empty();
        };
    }

    private static List<String> caveats(InstallationSource origin, BrowserFamily family, Told told, boolean patched) {
        List<String> caveats = new ArrayList<>();
        if (origin == InstallationSource.SNAP) {
            caveats.add("runs confined as a snap: its profile must lie under ~/snap/%s".formatted(family.id()));
        } else if (origin == InstallationSource.FLATPAK) {
            caveats.add("runs in Flatpak's sandbox: its profile must lie under ~/.var/app");
        }
        if (patched) {
            caveats.add("a build that Playwright patched: not the browser that people have");
            if (!PlaywrightRelease.knows(told.version())) {
                caveats.add(BrowserInstallation.OTHER_RELEASE + ": "
                        + PlaywrightRelease.install(family == BrowserFamily.FIREFOX ? "firefox" : "webkit"));
            }
        }
        if (family == BrowserFamily.WEBKITGTK) {
            caveats.add("has no headless mode: it needs a display (DISPLAY, or Xvfb)");
        } else if (family == BrowserFamily.SAFARI) {
            caveats.add("can be driven once `safaridriver --enable` was run");
        }
        return caveats;
    }

    private static BrowserProbe unusable(String message, String... remedies) {
        return new BrowserProbe.Unusable(Failure.of(ErrorCode.UNKNOWN_BROWSER, message, remedies));
    }
}
