package dev.bascule.cli.output.doctor;

import dev.bascule.execution.service.Arithmetic;
import dev.bascule.execution.service.CapabilityResult.Seen;
import dev.bascule.execution.service.TargetArithmetic;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.reports.coverage.WordFilter;
import dev.bascule.reports.export.ArithmeticPart;
import dev.bascule.reports.format.Times;
import dev.bascule.reports.matrix.TextStyle;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How this machine's targets were seen to add up products, below a matrix of operators: in a terminal, a document and on a page.
 * Immutable.
 *
 * @param machine whose targets they are: its fingerprint
 * @param targets those that something was found of
 */
public record TargetArithmeticText(String machine, List<TargetArithmetic> targets) {
    /** Who finds it. */
    private static final String COMMAND = "bascule doctor --test-hardware";

    private static final String NOT_SHOWN = "no record shows on which device";

    public TargetArithmeticText {
        targets = List.copyOf(targets);
    }

    /** With the operators that have all these words in their name or type; a target that has none is left out. */
    public TargetArithmeticText matching(String words) {
        WordFilter filter = WordFilter.of(words);
        return new TargetArithmeticText(
                machine,
                targets.stream()
                        .map(target -> target.with(target.arithmetic().stream()
                                .filter(one -> filter.fits(words(one)))
                                .toList()))
                        .filter(target -> !target.arithmetic().isEmpty())
                        .toList());
    }

    private static Collection<String> words(Arithmetic one) {
        List<String> words = new ArrayList<>(List.of(one.operator().split(" ", -1)));
        words.add(one.format());
        dtype(one.format()).map(DType::wireName).ifPresent(words::add);
        return words;
    }

    /** Its name in the rows above. */
    private static Optional<DType> dtype(String format) {
        return switch (format) {
            case "fp32" -> Optional.of(DType.FLOAT32);
            case "fp16" -> Optional.of(DType.FLOAT16);
            case "bf16" -> Optional.of(DType.BFLOAT16);
            default -> Optional.empty();
        };
    }

    /** Lines for a terminal; none where nothing is known. */
    public String lines(TextStyle style) {
        if (targets.isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder("\n")
                .append(style.bold(style.plain("Arithmetic, of this machine alone, by %s:".formatted(COMMAND))))
                .append('\n');
        for (TargetArithmetic target : targets) {
            text.append(style.wrapped("  %s, asked %s".formatted(name(target), Times.minute(target.at())), "      "));
            ArithmeticText.lines(target.arithmetic())
                    .forEach(line -> text.append(style.wrapped("    " + line, "      ")));
        }
        if (targets.stream()
                .flatMap(target -> target.arithmetic().stream())
                .anyMatch(one -> one.finding().isEmpty())) {
            text.append(style.wrapped("  Why there is no answer: --html or --json has it.", "    "));
        }
        return text.toString();
    }

    /** What stands in a terminal where nothing was found yet. */
    public static String hint(TextStyle style) {
        return "\n" + style.wrapped("how targets add up: " + COMMAND, "    ");
    }

    /** For a document; what is not known is null with a reason. */
    public List<Map<String, Object>> document() {
        return targets.stream().map(this::document).toList();
    }

    private Map<String, Object> document(TargetArithmetic target) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("machine", machine);
        map.put("place", target.place());
        map.put("backend", target.backend());
        map.put("engine", target.engine());
        map.put("deviceType", target.seen().map(seen -> seen.type().name().toLowerCase(Locale.ROOT)));
        map.put("software", target.seen().map(Seen::software));
        map.put("adapter", adapter(target));
        map.put("at", target.at().toString());
        map.put("by", COMMAND);
        map.put(
                "operators",
                target.arithmetic().stream().map(ArithmeticText::document).toList());
        Map<String, String> reasons = new TreeMap<>();
        if (target.engine().isEmpty()) {
            reasons.put("engine", "it was not noted");
        }
        if (target.seen().isEmpty()) {
            reasons.put("deviceType", NOT_SHOWN);
            reasons.put("software", NOT_SHOWN);
        }
        if (adapter(target).isEmpty()) {
            reasons.put("adapter", target.seen().isEmpty() ? NOT_SHOWN : "what ran there does not name it");
        }
        map.put("reasons", reasons);
        return map;
    }

    /** For a page, in plain values. */
    public List<ArithmeticPart> page() {
        return targets.stream()
                .map(target ->
                        new ArithmeticPart(name(target), target.at(), ArithmeticText.reasoned(target.arithmetic())))
                .toList();
    }

    private static String name(TargetArithmetic target) {
        StringBuilder name = new StringBuilder(target.backend());
        if (!target.isNative()) {
            name.append(" in ").append(target.place());
        }
        target.engine().ifPresent(engine -> name.append(", ").append(engine));
        adapter(target).ifPresent(adapter -> name.append(", on ").append(adapter));
        name.append(target.seen().filter(Seen::software).isPresent() ? ", software" : "");
        return name.toString();
    }

    private static Optional<String> adapter(TargetArithmetic target) {
        return target.seen().map(Seen::words).filter(words -> !words.isBlank());
    }
}
