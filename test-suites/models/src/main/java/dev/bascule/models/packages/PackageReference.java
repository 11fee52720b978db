package dev.bascule.models.packages;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A file of a published package, written {@code pypi:PROJECT[@VERSION][!path]}, {@code npm:PACKAGE[@VERSION][!path]} or
 * {@code maven:GROUP:ARTIFACT:VERSION[!path]}.
 *
 * @param name of the package; Maven's is {@code group:artifact}
 * @param version empty for the one that was fetched last, or the newest where none was
 * @param file its path in the package, folders divided by {@code /}; empty where the package has only one model
 */
public record PackageReference(Registry registry, String name, Optional<String> version, Optional<String> file) {
    private static final Pattern PART = Pattern.compile("[\\w@+ ()-][\\w.@+ ()-]*");

    /** Whether a text is meant as one. */
    public static boolean looksLikeOne(String text) {
        return Registry.of(text).isPresent();
    }

    /**
     * @throws BasculeException {@link ErrorCode#MODEL_NOT_FOUND} where it is none, with its form
     */
    public static PackageReference parse(String text) {
        Registry registry = Registry.of(text)
                .orElseThrow(() -> no(
                        text,
                        List.of(Registry.values()).stream()
                                .map(Registry::example)
                                .toList()));
        String rest = text.substring(registry.prefix().length());
        int bang = rest.indexOf('!');
        String named = bang < 0 ? rest : rest.substring(0, bang);
        Optional<String> file = bang < 0 ? Optional.empty() : Optional.of(rest.substring(bang + 1));
        Registry.Named read = registry.read(named)
                .filter(any -> file.stream().allMatch(PackageReference::isPath))
                .orElseThrow(() -> no(text, List.of(registry.example())));
        return new PackageReference(registry, read.name(), read.version(), file);
    }

    /** Parts that are no dots and do not begin with one. */
    private static boolean isPath(String text) {
        return Arrays.stream(text.split("/", -1))
                .allMatch(part -> PART.matcher(part).matches());
    }

    private static BasculeException no(String text, List<String> forms) {
        return new BasculeException(
                ErrorCode.MODEL_NOT_FOUND,
                "'%s' names no file of a package".formatted(text),
                "write " + String.join(" or ", forms));
    }

    PackageReference withVersion(String known) {
        return new PackageReference(registry, name, Optional.of(known), file);
    }

    /** Another file of the same package. */
    public PackageReference withFile(String path) {
        return new PackageReference(registry, name, version, Optional.of(path));
    }

    /** Without the file. */
    String label() {
        return registry.prefix()
                + version.map(some -> registry.written(name, some)).orElse(name);
    }

    @Override
    public String toString() {
        return label() + file.map(path -> "!" + path).orElse("");
    }
}
