package dev.bascule.models.packages;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Where packages are published, each with its form of a name. What the form lets through is no option and no path upward. */
public enum Registry {
    PYPI(PackageManager.PIP, "pypi:PROJECT[@VERSION]!path/file.onnx"),
    NPM(PackageManager.NPM, "npm:PACKAGE[@VERSION]!path/file.onnx"),
    MAVEN(PackageManager.MAVEN, "maven:GROUP:ARTIFACT:VERSION!path/file.onnx");

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");
    private static final Pattern NPM_NAME = Pattern.compile("[a-z0-9][a-z0-9._~-]*");
    private static final Pattern VERSION = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._+-]*");

    private final PackageManager manager;
    private final String example;

    Registry(PackageManager manager, String example) {
        this.manager = manager;
        this.example = example;
    }

    /** @param version empty where it was not named */
    record Named(String name, Optional<String> version) {}

    /** Who fetches from it. */
    public PackageManager manager() {
        return manager;
    }

    /** How an address is written. */
    public String example() {
        return example;
    }

    /** Its name in addresses: {@code pypi}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What its addresses begin with: {@code pypi:}. */
    public String prefix() {
        return id() + ":";
    }

    /** A package's name and version as people write them; empty where that is no name. Dots alone would climb out of the cache. */
    Optional<Named> read(String text) {
        // The first character of npm's names may be an @ itself.
        int divide = text.lastIndexOf(this == MAVEN ? ':' : '@');
        Named named = divide > 0
                ? new Named(text.substring(0, divide), Optional.of(text.substring(divide + 1)))
                : new Named(text, Optional.empty());
        boolean versioned = named.version().isPresent() || this != MAVEN;
        return Optional.of(named)
                .filter(any -> versioned && !text.contains("..") && isName(any.name()))
                .filter(any -> any.version()
                        .filter(version -> !VERSION.matcher(version).matches())
                        .isEmpty());
    }

    private boolean isName(String name) {
        return switch (this) {
            case PYPI -> NAME.matcher(name).matches();
            case NPM -> isNpmName(name);
            case MAVEN -> isOfTwo(name.split(":", -1), NAME);
        };
    }

    private static boolean isNpmName(String name) {
        return name.startsWith("@")
                ? isOfTwo(name.substring(1).split("/", -1), NPM_NAME)
                : NPM_NAME.matcher(name).matches();
    }

    private static boolean isOfTwo(String[] parts, Pattern form) {
        return parts.length == 2
                && Arrays.stream(parts).allMatch(part -> form.matcher(part).matches());
    }

    /** A name with its version as the registry's people write it. */
    String written(String name, String version) {
        return name + (this == MAVEN ? ":" : "@") + version;
    }

    static Optional<Registry> of(String address) {
        for (Registry registry : values()) {
            if (address.startsWith(registry.prefix())) {
                return Optional.of(registry);
            }
        }
        return Optional.empty();
    }
}
