package dev.bascule.cli.output;

import dev.bascule.fallback.cases.ModelInfo;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What {@code doctor --check-model} prints. Immutable. */
public record ModelCheckText(Style style) {
    private static final int WIDTH = 100;
    private static final int SAID = 23;
    private static final int REMEDY = 16;

    /** What the model is, and the least memory that it takes. */
    public String head(ModelInfo model) {
        String opsets = model.opsets().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(opset -> opset.getKey() + " " + opset.getValue())
                .collect(Collectors.joining(", "));
        boolean large = model.bytes() >= 1 << 20;
        double amount = model.bytes() / (large ? (double) (1L << 20) : 1024.0);
        return style.strong(model.name())
                + String.format(
                        Locale.ROOT,
                        "  %s, opset %s, %d nodes, %d parameters%n",
                        model.family().id(),
                        opsets,
                        model.nodes(),
                        model.parameters())
                + String.format(
                        Locale.ROOT,
                        "memory  at least %.1f %s, the file's size; what its activations take is not estimated%n%n",
                        amount,
                        large ? "MiB" : "KiB");
    }

    /**
     * One backend's line.
     *
     * @param good whether it runs there, {@code Optional.empty()} where nobody knows
     * @param basis in a word
     */
    public String line(
            Optional<Boolean> good,
            String backend,
            String where,
            String basis,
            String reason,
            Optional<String> remedy) {
        String mark =
                good.map(yes -> yes ? style.good("[✓]") : style.bad("[✗]")).orElseGet(() -> style.warning("[?]"));
        String said = "%s, %s: %s".formatted(where, basis, reason);
        StringBuilder text = new StringBuilder("    ")
                .append(mark)
                .append(String.format(Locale.ROOT, " %-14s", backend))
                .append(Wrapped.lines(said, SAID, SAID, WIDTH))
                .append('\n');
        if (!good.orElse(false)) {
            remedy.ifPresent(todo -> text.append("        remedy: ")
                    .append(Wrapped.lines(todo, REMEDY, REMEDY, WIDTH))
                    .append('\n'));
        }
        return text.toString();
    }
}
