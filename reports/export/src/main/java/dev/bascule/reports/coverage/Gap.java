package dev.bascule.reports.coverage;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Why some cases are not right, told once for all that say the same.
 *
 * @param code empty where a case is right but ran elsewhere in part
 * @param message what makes reasons the same: without what differs from case to case, {@code #} for a number or a name with
 *     one; for people there is {@link #said}
 * @param cases ids of the cases, in their order; at least one
 * @param sample the message of the first of the cases, as it was
 */
public record Gap(Verdict verdict, Optional<ErrorCode> code, String message, List<String> cases, String sample) {
    private static final Pattern QUOTED = Pattern.compile("(?<![\\p{L}\\d])(['\"])[^'\"]*\\d[^'\"]*\\1(?!\\p{L})");
    private static final Pattern NUMBER =
            Pattern.compile("(?<![\\p{L}_\\d])[-+]?(0x\\p{XDigit}+|\\d+(\\.\\d+)*+([eE][-+]?\\d+)?|NaN|Infinity)");
    private static final Pattern NUMBERS = Pattern.compile("#(\\s*[,x×]\\s*#)++");
    private static final int LONGEST = 240;

    public Gap {
        cases = List.copyOf(cases);
    }

    /** The most frequent first. */
    static List<Gap> of(Collection<CaseRun> runs) {
        return merged(runs.stream()
                .filter(run -> run.verdict() != Verdict.PASS)
                .map(run -> new Gap(
                        run.verdict(),
                        run.decisive().failure().map(Failure::code),
                        stripped(said(run), run.model().name()),
                        List.of(run.caseId().toString()),
                        said(run)))
                .toList());
    }

    /** Those that say the same made one, the most frequent first. */
    static List<Gap> merged(Collection<Gap> gaps) {
        record Why(Verdict verdict, Optional<ErrorCode> code, String message) {}
        Map<Why, List<Gap>> alike = new LinkedHashMap<>();
        gaps.forEach(gap -> alike.computeIfAbsent(
                        new Why(gap.verdict(), gap.code(), gap.message()), first -> new ArrayList<>())
                .add(gap));
        return alike.entrySet().stream()
                .map(entry -> new Gap(
                        entry.getKey().verdict(),
                        entry.getKey().code(),
                        entry.getKey().message(),
                        entry.getValue().stream()
                                .flatMap(gap -> gap.cases().stream())
                                .distinct()
                                .sorted()
                                .toList(),
                        entry.getValue().stream()
                                .min(Comparator.comparing(Gap::example))
                                .map(Gap::sample)
                                .orElse("")))
                .sorted(Comparator.<Gap>comparingInt(gap -> -gap.cases().size())
                        .thenComparing(Gap::verdict, Comparator.reverseOrder())
                        .thenComparing(Gap::message))
                .toList();
    }

    private static String said(CaseRun run) {
        return run.decisive()
                .failure()
                .map(Failure::message)
                .orElseGet(() -> "nodes by backend: "
                        + new TreeMap<>(run.decisive().evidence().nodes()));
    }

    static String stripped(String message, String model) {
        // As a word of its own: a model called "a" is in most messages.
        String text = message.replaceAll("(?<![\\w.])" + Pattern.quote(model) + "(?![\\w.])", "the model")
                .replaceAll("\\s+", " ")
                .strip();
        text = QUOTED.matcher(text).replaceAll("'#'");
        text = NUMBER.matcher(text).replaceAll("#");
        text = NUMBERS.matcher(text).replaceAll("#");
        return shortened(text);
    }

    private static String shortened(String text) {
        return text.length() > LONGEST ? text.substring(0, LONGEST).strip() + "…" : text;
    }

    /** The words of its first case, in one line that is cut where it is long. */
    public String said() {
        return shortened(sample.replaceAll("\\s+", " ").strip());
    }

    /** Whether its cases say {@linkplain #said this} word for word, as far as it is not cut. */
    public boolean saidByAll() {
        return cases.size() == 1 || message.equals(said());
    }

    /** In one line: {@code 3 CRASHED, WASM_TRAP: unreachable}; or {@code 2 WRONG, NUMERICS_WRONG, such as: 7 of 12 values}. */
    public String line() {
        return "%d %s%s%s: %s"
                .formatted(
                        cases.size(),
                        verdict,
                        code.map(why -> ", " + why.name()).orElse(""),
                        saidByAll() ? "" : ", such as",
                        said());
    }

    /** The same with the case that it is of. */
    public String lineWithExample() {
        return saidByAll() && cases.size() > 1
                ? line() + ", such as " + example()
                : "%s (%s)".formatted(line(), example());
    }

    /** The first of its cases. */
    public String example() {
        return cases.get(0);
    }
}
