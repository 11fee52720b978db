package dev.bascule.fallback.install;

import static dev.bascule.fallback.install.Software.*;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The package managers whose names for things are known. What a system does not package, or packages under a name that
 * differs by release, is left out.
 */
enum PackageManager {
    DEBIAN(
            "sudo apt-get install ",
            Map.ofEntries(
                    Map.entry(FIREFOX, "firefox-esr"),
                    Map.entry(CHROMIUM, "chromium"),
                    Map.entry(WEBKITGTK, "webkit2gtk-driver xvfb"),
                    Map.entry(CHROMEDRIVER, "chromium-driver"),
                    Map.entry(XVFB, "xvfb"),
                    Map.entry(NODE, "nodejs npm"),
                    Map.entry(PIP, "python3-pip"),
                    Map.entry(MAVEN, "maven"),
                    Map.entry(VULKAN, "mesa-vulkan-drivers")),
            "debian"),
    /** Its browsers are snaps, which bring their drivers. */
    UBUNTU(
            "sudo ",
            Map.ofEntries(
                    Map.entry(FIREFOX, "snap install firefox"),
                    Map.entry(GECKODRIVER, "snap install firefox"),
                    Map.entry(CHROMIUM, "snap install chromium"),
                    Map.entry(CHROMEDRIVER, "snap install chromium"),
                    Map.entry(WEBKITGTK, "apt-get install webkit2gtk-driver xvfb"),
                    Map.entry(XVFB, "apt-get install xvfb"),
                    Map.entry(NODE, "apt-get install nodejs npm"),
                    Map.entry(PIP, "apt-get install python3-pip"),
                    Map.entry(MAVEN, "apt-get install maven"),
                    Map.entry(VULKAN, "apt-get install mesa-vulkan-drivers")),
            "ubuntu"),
    FEDORA(
            "sudo dnf install ",
            Map.of(
                    FIREFOX, "firefox",
                    CHROMIUM, "chromium",
                    CHROMEDRIVER, "chromedriver",
                    XVFB, "xorg-x11-server-Xvfb",
                    NODE, "nodejs npm",
                    PIP, "python3-pip",
                    MAVEN, "maven",
                    VULKAN, "mesa-vulkan-drivers"),
            "fedora",
            "rhel"),
    ARCH(
            "sudo pacman -S ",
            Map.of(
                    FIREFOX, "firefox",
                    CHROMIUM, "chromium",
                    CHROMEDRIVER, "chromium",
                    GECKODRIVER, "geckodriver",
                    XVFB, "xorg-server-xvfb",
                    NODE, "nodejs npm",
                    PIP, "python-pip",
                    MAVEN, "maven",
                    VULKAN, "vulkan-swrast"),
            "arch"),
    SUSE(
            "sudo zypper install ",
            Map.of(
                    FIREFOX, "MozillaFirefox",
                    CHROMIUM, "chromium",
                    CHROMEDRIVER, "chromedriver",
                    PIP, "python3-pip",
                    MAVEN, "maven"),
            "suse",
            "opensuse"),
    HOMEBREW(
            "brew install ",
            Map.of(
                    FIREFOX, "--cask firefox",
                    CHROME, "--cask google-chrome",
                    EDGE, "--cask microsoft-edge",
                    CHROMEDRIVER, "--cask chromedriver",
                    GECKODRIVER, "geckodriver",
                    NODE, "node",
                    PIP, "python",
                    MAVEN, "maven")),
    WINGET(
            "winget install ",
            Map.of(
                    FIREFOX, "Mozilla.Firefox",
                    CHROME, "Google.Chrome",
                    EDGE, "Microsoft.Edge",
                    NODE, "OpenJS.NodeJS.LTS",
                    PIP, "Python.Python.3.12")),
    /** None that is known. */
    NONE("", Map.of());

    private static final Pattern FIELD = Pattern.compile("(?m)^(ID|ID_LIKE)=[\"']?([^\"'\n]*)");

    private final String command;
    private final Map<Software, String> packages;
    private final List<String> systems;

    PackageManager(String command, Map<Software, String> packages, String... systems) {
        this.command = command;
        this.packages = packages;
        this.systems = List.of(systems);
    }

    /**
     * @param osName as Java has it
     * @param osRelease the text of {@code /etc/os-release}; a system's own id goes before those that it is like
     */
    static PackageManager of(String osName, String osRelease) {
        if (osName.startsWith("Windows")) {
            return WINGET;
        }
        if (osName.startsWith("Mac")) {
            return HOMEBREW;
        }
        Optional<PackageManager> own = Optional.empty();
        Optional<PackageManager> like = Optional.empty();
        Matcher fields = FIELD.matcher(osRelease);
        while (fields.find()) {
            Optional<PackageManager> named = ofIds(fields.group(2).toLowerCase(Locale.ROOT));
            if (fields.group(1).equals("ID")) {
                own = named;
            } else {
                like = named;
            }
        }
        return own.isPresent() ? own.get() : like.orElse(NONE);
    }

    private static Optional<PackageManager> ofIds(String ids) {
        return Arrays.stream(ids.split("\\s+"))
                .flatMap(id -> Arrays.stream(values())
                        .filter(manager -> manager.systems.stream().anyMatch(id::startsWith)))
                .findFirst();
    }

    /** The command line that installs it; empty where none is known. */
    Optional<String> command(Software software) {
        return Optional.ofNullable(packages.get(software)).map(name -> command + name);
    }
}
