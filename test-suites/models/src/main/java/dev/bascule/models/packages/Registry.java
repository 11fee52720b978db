package dev.bascule.models.packages;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where packages are published, each with its form of a name. What a pattern lets through is no option and no path upward. */
public enum Registry {
    PYPI(
            PackageManager.PIP,
            Pattern.compile("(?<name>[A-Za-z0-9][A-Za-z0-9._-]*)(?:@(?<version>[A-Za-z0-9][A-Za-z0-9._+-]*))?"),
            "pypi:PROJECT[@VERSION]!path/file.onnx"),
    NPM(
            PackageManager.NPM,
            Pattern.compile("(?<name>(?:@[a-z0-9][a-z0-9._~-]*/)?[a-z0-9][a-z0-9._~-]*)"
                    + "(?:@(?<version>[A-Za-z0-9][A-Za-z0-9._+-]*))?"),
            "npm:PACKAGE[@VERSION]!path/file.onnx"),
    MAVEN(
            PackageManager.MAVEN,
            Pattern.compile("(?<name>[A-Za-z0-9][A-Za-z0-9._-]*:[A-Za-z0-9][A-Za-z0-9._-]*)"
                    + ":(?<version>[A-Za-z0-9][A-Za-z0-9._+-]*)"),
            "maven:GROUP:ARTIFACT:VERSION!path/file.onnx");

    private final PackageManager manager;
    private final Pattern form;
    private final String example;

    Registry(PackageManager manager, Pattern form, String example) {
        this.manager = manager;
        this.form = form;
        this.example = example;
    }

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
    Optional<Matcher> read(String text) {
        return Optional.of(form.matcher(text)).filter(Matcher::matches).filter(any -> !text.contains(".."));
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
