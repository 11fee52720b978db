package dev.bascule.training.gradient;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The gradient rules by operator. Immutable and thread-safe. */
public final class GradientRules {
    private final Map<String, GradientRule> rules;

    /** @param rules no two of them for the same operator */
    public GradientRules(Collection<GradientRule> rules) {
        Map<String, GradientRule> all = new TreeMap<>();
        for (GradientRule rule : rules) {
            for (String operator : rule.operators()) {
                if (all.put(operator, rule) != null) {
                    throw new IllegalArgumentException("two rules are for " + operator);
                }
            }
        }
        this.rules = Collections.unmodifiableMap(all);
    }

    public Optional<GradientRule> of(String operator) {
        return Optional.ofNullable(rules.get(operator));
    }

    /** The operators that have one. */
    public Collection<String> operators() {
        return rules.keySet();
    }
}
