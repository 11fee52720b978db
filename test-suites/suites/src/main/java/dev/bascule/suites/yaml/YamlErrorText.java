package dev.bascule.suites.yaml;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/** What makes a text no YAML, in words rather than in the parser's tokens. Stateless. */
final class YamlErrorText {
    private static final Pattern MISFIT = Pattern.compile("expected <block end>, but found '(.*)'");
    private static final Pattern NO_BEGINNING =
            Pattern.compile("found character '(.*?)' that cannot start any token.*");

    private YamlErrorText() {}

    /** Line of the trouble, from 1. */
    static int line(MarkedYAMLException trouble) {
        Mark mark = trouble.getProblemMark();
        return mark == null ? 1 : mark.getLine() + 1;
    }

    /** {@code at column 3: a key does not fit the indentation of the list that begins at line 2, column 3}. */
    static String words(MarkedYAMLException trouble) {
        Mark mark = trouble.getProblemMark();
        String problem = trouble.getProblem() == null ? "the parser does not say what" : trouble.getProblem();
        String context = trouble.getContext() == null ? "" : trouble.getContext();
        return (mark == null ? "" : "at column " + (mark.getColumn() + 1) + ": ")
                + words(problem, context, begin(trouble.getContextMark()));
    }

    private static String words(String problem, String context, String begin) {
        Matcher misfit = MISFIT.matcher(problem);
        if (misfit.matches()) {
            return "%s does not fit the indentation of the %s%s"
                    .formatted(found(misfit.group(1)), context.endsWith("mapping") ? "mapping" : "list", begin);
        }
        Matcher noBeginning = NO_BEGINNING.matcher(problem);
        if (noBeginning.matches()) {
            return noBeginning.group(1).contains("TAB")
                    ? "a tab cannot indent; use blanks"
                    : "a text that begins with '%s' must be in quotes".formatted(noBeginning.group(1));
        }
        if (problem.startsWith("mapping values are not allowed")) {
            return "no ':' can be here; a key is indented as its siblings are, and a text with ': ' in it is in quotes";
        }
        if (context.equals("while scanning an alias")) {
            return "a text that begins with '*' must be in quotes";
        }
        if (context.equals("while scanning an anchor")) {
            return "a text that begins with '&' must be in quotes";
        }
        if (problem.equals("found unexpected end of stream")) {
            return "the text in quotes" + begin + " never ends";
        }
        String plain = problem.replace("<stream end>", "the end of the file");
        return switch (context) {
            case "while parsing a flow sequence" -> plain + ", in the list" + begin;
            case "while parsing a flow mapping" -> plain + ", in the mapping" + begin;
            default -> context.isEmpty() ? plain : plain + ", " + context + begin;
        };
    }

    private static String found(String token) {
        return switch (token) {
            case "<block sequence start>", "-" -> "an item with '-'";
            case "<block mapping start>", "?" -> "a key";
            default -> "'" + token + "'";
        };
    }

    private static String begin(@Nullable Mark mark) {
        return mark == null
                ? ""
                : " that begins at line %d, column %d".formatted(mark.getLine() + 1, mark.getColumn() + 1);
    }
}
