package dev.bascule.suites.expectations;

import dev.bascule.suites.yaml.YamlNode;
import java.util.ArrayList;
import java.util.List;

/**
 * A file of expectations cut into the text before its entries and the text of each, with the comments that stand above it,
 * so that what is kept stays as somebody wrote it. Immutable.
 *
 * @param head up to the first entry
 * @param indent blanks before an entry
 * @param entries the text of each, in order, ending with a newline
 */
record FileBlocks(String head, int indent, List<String> entries) {
    private static final int INDENT = 2;
    private static final String NEW = """
            # Known failures, for `bascule conformance --expectations`. Later entries win; --update-expectations rewrites this
            # file and keeps the entries that hold, with their comments.
            expectations:
            """;

    FileBlocks {
        entries = List.copyOf(entries);
    }

    /** A file that is no list of entries in lines of their own is written anew. */
    static FileBlocks of(String text, String source, Expectations expectations) {
        List<YamlNode> items = ExpectationReader.items(text, source);
        List<String> lines = text.lines().toList();
        List<Integer> begins = new ArrayList<>();
        for (YamlNode item : items) {
            int line = item.place().line() - 1;
            if (line >= lines.size() || !lines.get(line).stripLeading().startsWith("-")) {
                return anew(expectations);
            }
            begins.add(aboveComments(lines, line, begins.isEmpty() ? -1 : begins.get(begins.size() - 1)));
        }
        if (items.isEmpty()) {
            boolean none = lines.stream().noneMatch(line -> line.startsWith(ExpectationReader.TOP + ":"));
            return new FileBlocks(none ? NEW : head(lines), INDENT, List.of());
        }
        List<String> entries = new ArrayList<>();
        for (int i = 0; i < begins.size(); i++) {
            int end = i + 1 < begins.size() ? begins.get(i + 1) : lines.size();
            entries.add(joined(lines.subList(begins.get(i), end)));
        }
        String first = lines.get(items.get(0).place().line() - 1);
        return new FileBlocks(
                joined(lines.subList(0, begins.get(0))),
                first.length() - first.stripLeading().length(),
                entries);
    }

    private static FileBlocks anew(Expectations expectations) {
        return new FileBlocks(
                NEW,
                INDENT,
                expectations.entries().stream()
                        .map(entry -> EntryText.of(entry, INDENT))
                        .toList());
    }

    /** Comments right above an entry are about it; nothing above the key {@code expectations} is. */
    private static int aboveComments(List<String> lines, int line, int before) {
        int begin = line;
        while (begin - 1 > before && lines.get(begin - 1).stripLeading().startsWith("#")) {
            begin--;
        }
        return begin;
    }

    /** The comments above an entry, as they stand. */
    String comments(int entry) {
        return joined(entries.get(entry)
                .lines()
                .takeWhile(line -> line.stripLeading().startsWith("#"))
                .toList());
    }

    /** An empty list may be written as {@code expectations: []}. */
    private static String head(List<String> lines) {
        return joined(lines.stream()
                .map(line -> line.startsWith(ExpectationReader.TOP + ":") ? ExpectationReader.TOP + ":" : line)
                .toList());
    }

    private static String joined(List<String> lines) {
        return lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
    }
}
