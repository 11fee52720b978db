package dev.bascule.exact.kernel.text;

import dev.bascule.exact.array.Dims;
import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Operand;
import dev.bascule.exact.array.Texts;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.UnsupportedOperatorException;
import dev.bascule.exact.kernel.shape.Along;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Operators from strings to strings. Stateless. */
final class Strings {
    private Strings() {}

    static Texts concat(Call call) {
        Texts a = call.texts(0);
        Texts b = call.texts(1);
        int[] dims = Dims.broadcast(a.dims(), b.dims());
        int[] left = Dims.repeated(a.dims(), dims);
        int[] right = Dims.repeated(b.dims(), dims);
        String[] all = new String[left.length];
        Arrays.setAll(all, i -> a.data()[left[i]] + b.data()[right[i]]);
        return new Texts(all, dims);
    }

    static Integers regexFullMatch(Call call) {
        Texts texts = call.texts(0);
        Pattern pattern = pattern(call.text("pattern", ""));
        long[] matches = new long[texts.size()];
        Arrays.setAll(matches, i -> isMatch(pattern, texts.data()[i]) ? 1 : 0);
        return Integers.booleans(matches, texts.dims());
    }

    private static boolean isMatch(Pattern pattern, String text) {
        try {
            return pattern.matcher(text).matches();
        } catch (StackOverflowError e) {
            // Java's engine calls itself for each repetition of a group, where RE2 has a machine of states.
            throw new UnsupportedOperatorException(
                    "RegexFullMatch of '%s' in a text of %d characters".formatted(pattern, text.length()));
        }
    }

    /** ONNX has the syntax of RE2, of which nearly all is Java's, too. */
    private static Pattern pattern(String re2) {
        try {
            return Pattern.compile(re2.replace("(?P<", "(?<"));
        } catch (PatternSyntaxException e) {
            throw new UnsupportedOperatorException("RegexFullMatch of '%s': %s".formatted(re2, e.getDescription()));
        }
    }

    /** The parts of each string in a new last axis, filled up with blanks, and how many there are. */
    static List<Operand> split(Call call) {
        Texts texts = call.texts(0);
        String delimiter = call.text("delimiter", "");
        long given = call.integer("maxsplit", -1);
        long most = given < 0 ? Long.MAX_VALUE : given;
        List<List<String>> parts = Arrays.stream(texts.data())
                .map(text -> delimiter.isEmpty() ? words(text, most) : parts(text, delimiter, most))
                .toList();
        int longest = parts.stream().mapToInt(List::size).max().orElse(0);
        int[] dims = Along.inserted(texts.dims(), texts.rank(), longest);
        String[] all = new String[Dims.size(dims)];
        Arrays.setAll(
                all,
                i -> i % longest < parts.get(i / longest).size()
                        ? parts.get(i / longest).get(i % longest)
                        : "");
        return List.of(
                new Texts(all, dims),
                Integers.longs(parts.stream().mapToLong(List::size).toArray(), texts.dims()));
    }

    private static List<String> parts(String text, String delimiter, long most) {
        List<String> parts = new ArrayList<>();
        int from = 0;
        for (int at = text.indexOf(delimiter); at >= 0 && parts.size() < most; at = text.indexOf(delimiter, from)) {
            parts.add(text.substring(from, at));
            from = at + delimiter.length();
        }
        parts.add(text.substring(from));
        return parts;
    }

    /** What stands between white space; what is left at the most keeps that of its own, but for what precedes it. */
    private static List<String> words(String text, long most) {
        List<String> words = new ArrayList<>();
        String rest = text.stripLeading();
        while (!rest.isEmpty()) {
            int end = 0;
            while (end < rest.length() && !Character.isWhitespace(rest.charAt(end))) {
                end++;
            }
            boolean last = words.size() >= most;
            words.add(last ? rest : rest.substring(0, end));
            rest = last ? "" : rest.substring(end).stripLeading();
        }
        return words;
    }

    static Texts normalize(Call call) {
        Texts texts = call.texts(0);
        if (texts.rank() > 2 || texts.rank() == 0 || texts.rank() == 2 && texts.dims()[0] != 1) {
            throw new IllegalArgumentException("StringNormalizer of a shape of " + Arrays.toString(texts.dims()));
        }
        Locale locale = Locale.forLanguageTag(call.text("locale", "").replace('_', '-'));
        UnaryOperator<String> change = switch (call.text("case_change_action", "NONE")) {
            case "LOWER" -> text -> text.toLowerCase(locale);
            case "UPPER" -> text -> text.toUpperCase(locale);
            default -> text -> text;
        };
        UnaryOperator<String> compared =
                call.flag("is_case_sensitive") ? text -> text : text -> text.toLowerCase(locale);
        Set<String> stops = new HashSet<>();
        call.texts("stopwords").orElse(List.of()).forEach(word -> stops.add(compared.apply(word)));
        String[] kept = Arrays.stream(texts.data())
                .filter(text -> !stops.contains(compared.apply(text)))
                .map(change)
                .toArray(String[]::new);
        // Where nothing is left there is one blank.
        String[] all = kept.length == 0 ? new String[] {""} : kept;
        return texts.rank() == 2 ? new Texts(all, 1, all.length) : new Texts(all, all.length);
    }
}
