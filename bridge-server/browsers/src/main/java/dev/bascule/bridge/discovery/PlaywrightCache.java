package dev.bascule.bridge.discovery;

import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The browsers that {@code playwright install} keeps, in folders such as {@code chromium-1234}. Layouts as in
 * {@code EXECUTABLE_PATHS} of Playwright 1.62, and those of older releases. Stateless.
 */
final class PlaywrightCache {
    private static final Pattern FOLDER = Pattern.compile(
            "(?<product>chromium|chromium_headless_shell|chromium_tip_of_tree|chromium_tip_of_tree_headless_shell"
                    + "|firefox|firefox_beta|webkit)(?:_[a-z0-9._]+_special)?-(?<revision>\\d+)");
    private static final String MARKER = "INSTALLATION_COMPLETE";

    private PlaywrightCache() {}

    /** Where it is: {@code PLAYWRIGHT_BROWSERS_PATH}, else the system's cache folder; empty where it is in a package. */
    static Optional<Path> folder(LocationResolver places) {
        Optional<String> named = places.variable("PLAYWRIGHT_BROWSERS_PATH");
        if (named.isPresent()) {
            // "0" means the folder of the Node package that did the installation, wherever that is.
            return named.filter(value -> !value.equals("0")).flatMap(LocationResolver::path);
        }
        Path cache = switch (places.system()) {
            case LINUX ->
                places.variable("XDG_CACHE_HOME")
                        .flatMap(LocationResolver::path)
                        .orElse(places.home().resolve(".cache"));
            case MACOS -> places.home().resolve("Library/Caches");
            case WINDOWS ->
                places.variable("LOCALAPPDATA")
                        .flatMap(LocationResolver::path)
                        .orElse(places.home().resolve("AppData/Local"));
        };
        return Optional.of(cache.resolve("ms-playwright"));
    }

    /** What lies in a cache: browsers to look at, and folders that are not whole. */
    record Contents(List<BrowserCandidate> candidates, List<Failure> defects) {}

    static Contents read(Path cache, OperatingSystem system) {
        List<BrowserCandidate> candidates = new ArrayList<>();
        List<Failure> defects = new ArrayList<>();
        for (Path folder : folders(cache)) {
            Matcher name = FOLDER.matcher(String.valueOf(folder.getFileName()));
            if (!name.matches()) {
                continue;
            }
            String product = name.group("product");
            Optional<Path> executable = executables(product, system).stream()
                    .map(folder::resolve)
                    .filter(Files::isExecutable)
                    .findFirst();
            if (executable.isEmpty() || !Files.exists(folder.resolve(MARKER))) {
                defects.add(Failure.of(
                        ErrorCode.BROWSER_LAUNCH_FAILED,
                        "Playwright's browser in %s is not installed completely".formatted(folder),
                        PlaywrightRelease.reinstall(word(product))));
                continue;
            }
            candidates.add(new BrowserCandidate(
                    executable.get(),
                    Optional.of(family(product)),
                    channel(product),
                    InstallationSource.PLAYWRIGHT,
                    Optional.of(version(product, name.group("revision")))));
        }
        return new Contents(candidates, defects);
    }

    /** Whether a file that a user named lies in such a folder: then it is that build all the same. */
    static Optional<BrowserCandidate> around(Path file) {
        for (Path folder = file.getParent(); folder != null; folder = folder.getParent()) {
            Matcher name = FOLDER.matcher(String.valueOf(folder.getFileName()));
            if (name.matches()) {
                String product = name.group("product");
                return Optional.of(new BrowserCandidate(
                        file,
                        Optional.of(family(product)),
                        channel(product),
                        InstallationSource.PLAYWRIGHT,
                        Optional.of(version(product, name.group("revision")))));
            }
        }
        return Optional.empty();
    }

    private static List<Path> folders(Path cache) {
        if (!Files.isDirectory(cache)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(cache)) {
            return entries.filter(Files::isDirectory).sorted().toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    /** Where the executable is in the folder: today's layout, then older ones. */
    static List<String> executables(String product, OperatingSystem system) {
        if (product.startsWith("firefox")) {
            return switch (system) {
                case LINUX -> List.of("firefox/firefox");
                case MACOS -> List.of("firefox/Nightly.app/Contents/MacOS/firefox");
                case WINDOWS -> List.of("firefox/firefox.exe");
            };
        }
        if (product.equals("webkit")) {
            return system == OperatingSystem.WINDOWS ? List.of("Playwright.exe") : List.of("pw_run.sh");
        }
        if (product.endsWith("headless_shell")) {
            return switch (system) {
                case LINUX ->
                    List.of("chrome-headless-shell-linux64/chrome-headless-shell", "chrome-linux/headless_shell");
                case MACOS ->
                    List.of(
                            "chrome-headless-shell-mac-arm64/chrome-headless-shell",
                            "chrome-headless-shell-mac-x64/chrome-headless-shell",
                            "chrome-mac/headless_shell");
                case WINDOWS ->
                    List.of("chrome-headless-shell-win64/chrome-headless-shell.exe", "chrome-win/headless_shell.exe");
            };
        }
        String application = "Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing";
        return switch (system) {
            case LINUX -> List.of("chrome-linux64/chrome", "chrome-linux/chrome");
            case MACOS ->
                List.of(
                        "chrome-mac-arm64/" + application,
                        "chrome-mac-x64/" + application,
                        "chrome-mac/Chromium.app/Contents/MacOS/Chromium");
            case WINDOWS -> List.of("chrome-win64/chrome.exe", "chrome-win/chrome.exe");
        };
    }

    private static BrowserFamily family(String product) {
        if (product.startsWith("firefox")) {
            return BrowserFamily.FIREFOX;
        }
        if (product.equals("webkit")) {
            return BrowserFamily.WEBKIT;
        }
        return product.endsWith("headless_shell") ? BrowserFamily.CHROME_HEADLESS_SHELL : BrowserFamily.CHROMIUM;
    }

    private static Channel channel(String product) {
        if (product.contains("tip_of_tree")) {
            return Channel.CANARY;
        }
        return product.endsWith("_beta") ? Channel.BETA : Channel.STABLE;
    }

    /** The version that this release of Playwright gives the revision, else the revision itself. */
    private static String version(String product, String revision) {
        return PlaywrightRelease.version(word(product), revision).orElse("r" + revision);
    }

    private static String word(String product) {
        return product.replace('_', '-').toLowerCase(Locale.ROOT);
    }
}
