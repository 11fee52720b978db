package dev.bascule.suites.expectations;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.text.Glob;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** An expectation as lines of YAML. Stateless. */
final class EntryText {
    private static final String ITEM = "- ";
    private static final String KEY = "  ";

    private EntryText() {}

    /**
     * @param indent blanks before the item, as many as its siblings have
     */
    static String of(Expectation entry, int indent) {
        return flush(entry).indent(indent);
    }

    private static String flush(Expectation entry) {
        StringBuilder text = new StringBuilder();
        List<String> cases = entry.cases().stream().map(Glob::text).toList();
        if (cases.size() == 1) {
            text.append(ITEM).append("case: ").append(quoted(cases.get(0))).append('\n');
        } else {
            text.append(ITEM).append("cases:\n");
            cases.forEach(
                    one -> text.append(KEY).append("  - ").append(quoted(one)).append('\n'));
        }
        text.append(KEY).append("expect: ").append(verdicts(entry)).append('\n');
        Map<String, Optional<String>> rest = new java.util.LinkedHashMap<>();
        rest.put("backend", entry.where().backend().map(Glob::text));
        rest.put("browser", entry.where().browser().map(VersionedName::toString));
        rest.put("engine", entry.where().engine().map(VersionedName::toString));
        rest.put("os", entry.where().os().map(Glob::text));
        rest.put("since", entry.where().lifetime().since().map(Lifetime.Mark::toString));
        rest.put("until", entry.where().lifetime().until().map(Lifetime.Mark::toString));
        rest.put("reason", entry.reason());
        rest.put("link", entry.link());
        rest.forEach((key, value) -> value.ifPresent(word ->
                text.append(KEY).append(key).append(": ").append(quoted(word)).append('\n')));
        return text.toString();
    }

    private static String verdicts(Expectation entry) {
        List<String> names = entry.verdicts().stream().map(Verdict::name).toList();
        return names.size() == 1 ? names.get(0) : names.stream().collect(Collectors.joining(", ", "[", "]"));
    }

    /** Plain where YAML takes it for nothing but this text, else in double quotes. */
    private static String quoted(String text) {
        if (text.matches("[A-Za-z][A-Za-z0-9_./ +-]*") && !text.endsWith(" ") && !isWord(text)) {
            return text;
        }
        StringBuilder quoted = new StringBuilder("\"");
        text.codePoints().forEach(c -> {
            if (c == '"' || c == '\\') {
                quoted.append('\\').appendCodePoint(c);
            } else if (c < 0x20 || c == 0x7f || c == 0x85 || c == 0x2028 || c == 0x2029 || (c >= 0x80 && c < 0xa0)) {
                quoted.append("\\u%04x".formatted(c));
            } else {
                quoted.appendCodePoint(c);
            }
        });
        return quoted.append('"').toString();
    }

    /** What YAML reads as a truth value or nothing. */
    private static boolean isWord(String text) {
        return text.matches("(?i)true|false|yes|no|on|off|null|y|n");
    }
}
