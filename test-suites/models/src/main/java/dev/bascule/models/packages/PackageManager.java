package dev.bascule.models.packages;

import dev.bascule.fallback.install.Software;
import dev.bascule.fallback.install.SystemPackages;
import java.util.List;

/** The package managers that fetch. */
public enum PackageManager {
    PIP(Software.PIP, List.of("python3", "-m", "pip"), List.of("python", "-m", "pip"), List.of("pip3")),
    NPM(Software.NODE, List.of("npm"), List.of("npm.cmd")),
    MAVEN(Software.MAVEN, List.of("mvn"), List.of("mvn.cmd"));

    private final Software software;
    private final List<List<String>> ways;

    @SafeVarargs
    PackageManager(Software software, List<String>... ways) {
        this.software = software;
        this.ways = List.of(ways);
    }

    /** What brings it on such a system. */
    public String remedy(SystemPackages system) {
        return system.remedy(software);
    }

    /** The command lines that may start it, best first; each answers {@code --version}. */
    public List<List<String>> ways() {
        return ways;
    }
}
