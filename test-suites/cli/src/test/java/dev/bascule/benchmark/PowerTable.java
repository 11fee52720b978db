package dev.bascule.benchmark;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Tallies by what was planted and by model, as Markdown for docs/tolerance.md. Not thread-safe. */
final class PowerTable {
    private final Set<String> models = new LinkedHashSet<>();
    private final Map<String, Map<String, PowerTally>> rows = new LinkedHashMap<>();

    void put(String row, String model, PowerTally tally) {
        models.add(model);
        rows.computeIfAbsent(row, any -> new LinkedHashMap<>()).put(model, tally);
    }

    String markdown(List<PowerRule> rules) {
        StringBuilder text = new StringBuilder("Percentages called wrong: ")
                .append(rules.stream().map(PowerRule::title).collect(Collectors.joining(" / ")))
                .append(". In brackets: the rule calls the model without a fault wrong on these inputs, too.")
                .append("\n\n| fault |");
        models.forEach(model -> text.append(' ').append(model).append(" |"));
        text.append("\n| --- |").append(" --- |".repeat(models.size()));
        rows.forEach((row, tallies) -> {
            text.append("\n| ").append(row).append(" |");
            models.forEach(model -> text.append(' ')
                    .append(Optional.ofNullable(tallies.get(model))
                            .map(tally -> tally.cell(rules))
                            .orElse("–"))
                    .append(" |"));
        });
        return text.toString();
    }
}
