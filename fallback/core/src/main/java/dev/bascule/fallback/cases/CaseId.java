package dev.bascule.fallback.cases;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.text.Glob;
import dev.bascule.fallback.text.PlainText;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The one stable id of a case: {@code suite:path:case;k=v,k=v}, in the manner of the WebGPU conformance test suite. The
 * same string is URL, filter, expectation key and result key. Settings are sorted by name, so equal cases have equal
 * ids.
 *
 * @param suite the suite's name
 * @param path where in the suite, parts divided by {@code /}
 * @param name the case's own name
 * @param settings what sets it apart from its siblings, such as {@code batch=1}
 */
public record CaseId(String suite, String path, String name, SortedMap<String, String> settings)
        implements Comparable<CaseId> {
    private static final String DIMENSION = "dim.";
    private static final Pattern WORD =
            Pattern.compile("PART(/PART)*+".replace("PART", "(?!\\.{1,2}(?:/|$))[A-Za-z0-9_.+-]+"));
    private static final Pattern ID = Pattern.compile("([^:;]+):([^:;]+):([^:;]+)(?:;(.*))?");

    public CaseId {
        check(suite);
        check(path);
        check(name);
        settings.forEach((key, value) -> {
            check(key);
            check(value);
        });
        settings = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(settings));
    }

    public static CaseId of(String suite, String path, String name, Map<String, String> settings) {
        return new CaseId(suite, path, name, new TreeMap<>(settings));
    }

    /** Reads what {@link #toString()} writes. */
    public static CaseId parse(String text) {
        Matcher matcher = ID.matcher(text);
        if (!matcher.matches()) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR, "'%s' is no case id; one reads suite:path:case;key=value".formatted(text));
        }
        SortedMap<String, String> settings = new TreeMap<>();
        String tail = matcher.group(4);
        if (tail != null && !tail.isEmpty()) {
            for (String pair : tail.split(",", -1)) {
                int equals = pair.indexOf('=');
                if (equals < 1) {
                    throw new BasculeException(
                            ErrorCode.USAGE_ERROR, "'%s' in case id '%s' is no key=value".formatted(pair, text));
                }
                if (settings.put(pair.substring(0, equals), pair.substring(equals + 1)) != null) {
                    throw new BasculeException(
                            ErrorCode.USAGE_ERROR,
                            "case id '%s' sets '%s' twice".formatted(text, pair.substring(0, equals)));
                }
            }
        }
        return new CaseId(matcher.group(1), matcher.group(2), matcher.group(3), settings);
    }

    /** A word that may stand in an id, made from any text. */
    public static String word(String text) {
        String cleaned = text.replaceAll("[^A-Za-z0-9_.+-]+", "_");
        return cleaned.isEmpty() || cleaned.equals(".") || cleaned.equals("..") ? "_" + cleaned : cleaned;
    }

    private static void check(String word) {
        if (!WORD.matcher(word).matches()) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "'%s' cannot stand in a case id: letters, digits, '_', '.', '+', '-' and inner '/' only, and no '.' or '..' alone"
                            .formatted(PlainText.line(word)));
        }
    }

    /** The setting that says the size of a model's dynamic dimension: {@code dim.sequence}. */
    public static String dimension(String name) {
        return DIMENSION + word(name);
    }

    /** The same with more settings, such as sizes that nobody had said when it was named. */
    public CaseId with(Map<String, String> more) {
        SortedMap<String, String> all = new TreeMap<>(settings);
        all.putAll(more);
        return new CaseId(suite, path, name, all);
    }

    /**
     * Whether both are one case of two sizes: a model or memory may have made the batch a smaller one than was asked for, and sizes
     * of dimensions are chosen of which nothing was said.
     */
    public boolean isAnotherSizeOf(CaseId asked) {
        return !equals(asked) && without(Set.of("batch")).isSizedFrom(asked.without(Set.of("batch")));
    }

    /** Whether it is what was asked for, but that it says sizes of dimensions of which that says nothing. */
    public boolean isSizedFrom(CaseId asked) {
        Set<String> added = settings.keySet().stream()
                .filter(key -> key.startsWith(DIMENSION) && !asked.settings.containsKey(key))
                .collect(Collectors.toSet());
        return without(added).equals(asked);
    }

    private CaseId without(Set<String> keys) {
        SortedMap<String, String> rest = new TreeMap<>(settings);
        rest.keySet().removeAll(keys);
        return new CaseId(suite, path, name, rest);
    }

    /**
     * Whether a glob of {@code *} and {@code ?} matches the whole id, its part before the settings, or the id without the sizes of
     * dimensions, which nobody may have said.
     */
    public boolean matches(String glob) {
        Glob pattern = Glob.of(glob);
        String whole = toString();
        Set<String> sizes = settings.keySet().stream()
                .filter(key -> key.startsWith(DIMENSION))
                .collect(Collectors.toSet());
        return pattern.matches(whole)
                || pattern.matches(whole.split(";", 2)[0])
                || !sizes.isEmpty() && pattern.matches(without(sizes).toString());
    }

    @Override
    public int compareTo(CaseId other) {
        return toString().compareTo(other.toString());
    }

    @Override
    public String toString() {
        String head = suite + ":" + path + ":" + name;
        return settings.isEmpty()
                ? head
                : head + ";"
                        + settings.entrySet().stream()
                                .map(entry -> entry.getKey() + "=" + entry.getValue())
                                .collect(Collectors.joining(","));
    }
}
