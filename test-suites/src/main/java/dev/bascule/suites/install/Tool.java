package dev.bascule.suites.install;

import java.util.List;

/** The package managers that fetch. */
public enum Tool {
    PIP("install Python 3 with pip", List.of("python3", "-m", "pip"), List.of("python", "-m", "pip"), List.of("pip3")),
    NPM("install Node with npm", List.of("npm"), List.of("npm.cmd")),
    MAVEN("install Maven", List.of("mvn"), List.of("mvn.cmd"));

    private final String remedy;
    private final List<List<String>> ways;

    @SafeVarargs
    Tool(String remedy, List<String>... ways) {
        this.remedy = remedy;
        this.ways = List.of(ways);
    }

    /** What brings it. */
    public String remedy() {
        return remedy;
    }

    /** The command lines that may start it, best first; each answers {@code --version}. */
    public List<List<String>> ways() {
        return ways;
    }
}
