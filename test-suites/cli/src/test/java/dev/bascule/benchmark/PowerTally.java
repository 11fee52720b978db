package dev.bascule.benchmark;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** How many outputs each rule called wrong, of one model and one kind of fault, or of none. Not thread-safe. */
final class PowerTally {
    private final Map<PowerRule, Integer> wrong = new EnumMap<>(PowerRule.class);
    private final Set<PowerRule> blind;
    private int all;
    private int changed;

    /** @param blind rules that call the model without a fault wrong: what else they call wrong shows no power */
    PowerTally(Set<PowerRule> blind) {
        this.blind = Set.copyOf(blind);
    }

    /**
     * @param called the rules that call these outputs wrong
     * @param isChanged whether they differ from those of the model without a fault, in any bit
     */
    void add(Set<PowerRule> called, boolean isChanged) {
        all++;
        changed += isChanged ? 1 : 0;
        called.forEach(rule -> wrong.merge(rule, 1, Integer::sum));
    }

    boolean isEmpty() {
        return all == 0;
    }

    /** For the table: the percentage by each of these rules, in brackets where it shows no power. */
    String cell(List<PowerRule> rules) {
        return isEmpty()
                ? "–"
                : each(rules, " / ", rule -> (blind.contains(rule) ? "(%.0f)" : "%.0f").formatted(percent(rule)));
    }

    private double percent(PowerRule rule) {
        return 100.0 * wrong.getOrDefault(rule, 0) / all;
    }

    /** The numbers themselves. */
    String line() {
        return "of %d, %d differ in any bit; wrong by %s"
                .formatted(
                        all,
                        changed,
                        each(
                                List.of(PowerRule.values()),
                                ", ",
                                rule -> rule.title() + " " + wrong.getOrDefault(rule, 0)));
    }

    private static String each(List<PowerRule> rules, String between, Function<PowerRule, String> text) {
        return rules.stream().map(text).collect(Collectors.joining(between));
    }
}
