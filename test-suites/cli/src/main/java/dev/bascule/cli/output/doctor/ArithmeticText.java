package dev.bascule.cli.output.doctor;

import dev.bascule.execution.service.Arithmetic;
import dev.bascule.execution.service.Arithmetic.Finding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** What a backend computes sums of products in, in lines for people and in the doctor's document. Stateless. */
final class ArithmeticText {
    private static final String UNTOLD = "no reason was given";

    private ArithmeticText() {}

    /** Operators that compute alike stand in one line. */
    static List<String> lines(List<Arithmetic> arithmetic) {
        // Why is told elsewhere: many words of engines', of checks that want the same of the same operators, and in
        // documents.
        return lines(arithmetic, one -> "no answer");
    }

    /** The same, where there is room to tell why there is no answer. */
    static List<String> reasoned(List<Arithmetic> arithmetic) {
        return lines(
                arithmetic,
                one -> "no answer: "
                        + ReasonText.brief(ReasonText.nameless(one.reason().orElse(UNTOLD))));
    }

    private static List<String> lines(List<Arithmetic> arithmetic, Function<Arithmetic, String> unanswered) {
        Map<String, List<String>> byWords = new LinkedHashMap<>();
        arithmetic.forEach(one -> byWords.computeIfAbsent(
                        "sums of %s: %s"
                                .formatted(
                                        one.format(),
                                        one.finding()
                                                .map(ArithmeticText::words)
                                                .orElseGet(() -> unanswered.apply(one))),
                        words -> new ArrayList<>())
                .add(one.operator()));
        return byWords.entrySet().stream()
                .map(line -> "%s (%s)".formatted(line.getKey(), String.join(", ", line.getValue())))
                .toList();
    }

    private static String words(Finding found) {
        StringBuilder words = new StringBuilder();
        if (found.isCertain()) {
            words.append(found.name());
        } else if (found.explained() == found.questions()) {
            words.append("%s, or %s".formatted(found.name(), found.next()));
        } else {
            words.append("no known arithmetic: %s explains %d of %d answers, %s %d; inputs keep %d bits, sums %d"
                    .formatted(
                            found.name(),
                            found.explained(),
                            found.questions(),
                            found.next(),
                            found.nextExplained(),
                            found.inputBits(),
                            found.sumBits()));
        }
        if (found.explained() == found.questions()) {
            found.fused().ifPresent(fused -> words.append(fused ? ", products fused" : ", products rounded"));
        }
        words.append(
                found.keepsSubnormalInputs() && found.keepsSubnormalResults()
                        ? ", subnormals kept"
                        : !found.keepsSubnormalInputs() && !found.keepsSubnormalResults()
                                ? ", subnormals flushed to zero"
                                : found.keepsSubnormalInputs()
                                        ? ", subnormal results flushed to zero"
                                        : ", subnormal inputs flushed to zero");
        return words.toString();
    }

    static Map<String, Object> document(Arithmetic one) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("operator", one.operator());
        map.put("format", one.format());
        map.put("computedIn", one.finding().filter(Finding::isCertain).map(Finding::name));
        map.put("finding", one.finding().map(ArithmeticText::document));
        Map<String, String> reasons = new LinkedHashMap<>();
        if (one.finding().isEmpty()) {
            reasons.put("finding", one.reason().orElse(UNTOLD));
        }
        if (one.finding().filter(Finding::isCertain).isEmpty()) {
            reasons.put(
                    "computedIn",
                    one.finding().isEmpty()
                            ? "there was no answer to tell it by"
                            : "no known arithmetic alone explains all answers");
        }
        map.put("reasons", reasons);
        return map;
    }

    private static Map<String, Object> document(Finding found) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("best", found.name());
        map.put("explained", found.explained());
        map.put("questions", found.questions());
        map.put("next", found.next());
        map.put("nextExplained", found.nextExplained());
        map.put("inputBits", found.inputBits());
        map.put("sumBits", found.sumBits());
        map.put("fused", found.fused());
        map.put("keepsSubnormalInputs", found.keepsSubnormalInputs());
        map.put("keepsSubnormalResults", found.keepsSubnormalResults());
        return map;
    }
}
