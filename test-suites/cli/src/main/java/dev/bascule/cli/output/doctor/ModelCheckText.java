package dev.bascule.cli.output.doctor;

import dev.bascule.cli.output.Shell;
import dev.bascule.cli.output.Style;
import dev.bascule.cli.output.WrappedText;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.models.outlook.MemoryNeed;
import dev.bascule.models.workload.ByteSizes;
import dev.bascule.models.workload.FreeMemory;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What {@code doctor --check-model} prints. Immutable. */
public record ModelCheckText(Style style) {
    private static final int WIDTH = 100;
    private static final int SAID = 23;
    private static final int REMEDY = 16;
    private static final int MEMORY = 8;

    /** What the model is, the memory that its tensors take, and what is free. */
    public String head(ModelInfo model, MemoryNeed need, FreeMemory free) {
        String opsets = model.opsets().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(opset -> opset.getKey() + " " + opset.getValue())
                .collect(Collectors.joining(", "));
        return style.strong(model.name())
                + String.format(
                        Locale.ROOT,
                        "  %s%s, %d %s, %d parameters%n",
                        model.family().id(),
                        opsets.isEmpty() ? "" : ", opset " + opsets,
                        model.nodes(),
                        model.nodes() == 1 ? "node" : "nodes",
                        model.parameters())
                + "memory  " + WrappedText.lines(memory(need, free), MEMORY, MEMORY, WIDTH) + "\n\n";
    }

    private static String memory(MemoryNeed need, FreeMemory free) {
        String there = free.bytes().isPresent()
                ? ByteSizes.text(free.bytes().getAsLong()) + " are free (" + free.source() + ")"
                : "what is free is not known: " + free.source();
        return need.estimate()
                .map(estimate -> "%s%s (weights %s, activations %s) with %s, the engine itself not counted; %s%s"
                        .formatted(
                                estimate.isLowerBound() ? "at least " : "",
                                ByteSizes.text(estimate.total()),
                                ByteSizes.text(estimate.weights()),
                                ByteSizes.text(estimate.activationBytes()),
                                need.inputs().isEmpty() ? "no inputs" : need.inputs(),
                                there,
                                estimate.isLowerBound() ? "; not all is counted: " + estimate.reason() : ""))
                .orElseGet(() -> "not estimated: " + need.reason() + "; " + there);
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
                .append(WrappedText.lines(said, SAID, SAID, WIDTH))
                .append('\n');
        if (!good.orElse(false)) {
            remedy.ifPresent(todo -> text.append("        remedy: ")
                    .append(WrappedText.lines(Shell.asCalled(todo), REMEDY, REMEDY, WIDTH))
                    .append('\n'));
        }
        return text.toString();
    }

    /** The line of a backend that is not here; {@code bascule doctor} says what brings it. */
    public String absent(String backend, String reason) {
        return "    "
                + style.faint(String.format(Locale.ROOT, "[-] %-14s", backend)
                        + WrappedText.lines("not here: " + reason, SAID, SAID, WIDTH))
                + "\n";
    }
}
