package dev.bascule.fallback.driver;

import dev.bascule.fallback.error.ErrorCode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How far a backend was seen to work, tier by tier. Immutable.
 *
 * @param checks the tiers looked at, in order; none follows one that failed
 * @param facts what else was seen, by name: devices, versions, paths
 * @param software whether the device only emulates one; empty where nobody could tell
 */
public record Detection(List<TierCheck> checks, Map<String, String> facts, Optional<Boolean> software) {
    /** The fact, where a backend can only be, of one that this kind of machine can never have. */
    public static final String ELSEWHERE = "elsewhere";

    public Detection {
        checks = List.copyOf(checks);
        facts = Collections.unmodifiableMap(new TreeMap<>(facts));
        for (int i = 0; i < checks.size(); i++) {
            if (checks.get(i) instanceof TierCheck.Failed && i < checks.size() - 1) {
                throw new IllegalArgumentException("no tier is looked at after one that failed: " + checks);
            }
        }
    }

    /** The last tier that was reached; empty where not even the first was. */
    public Optional<Tier> reached() {
        return checks.stream()
                .filter(TierCheck.Passed.class::isInstance)
                .reduce((first, second) -> second)
                .map(TierCheck::tier);
    }

    /** Where it stopped; empty where nothing was missing as far as was looked. */
    public Optional<TierCheck.Failed> stop() {
        return checks.stream()
                .filter(TierCheck.Failed.class::isInstance)
                .map(TierCheck.Failed.class::cast)
                .findFirst();
    }

    /** Collects a detection, tier by tier; what comes after a failure is ignored. Belongs to one thread. */
    public static final class Builder {
        private final List<TierCheck> checks = new ArrayList<>();
        private final Map<String, String> facts = new TreeMap<>();
        private Optional<Boolean> software = Optional.empty();

        public Builder passed(Tier tier, String evidence) {
            return add(new TierCheck.Passed(tier, evidence));
        }

        /** Where a driver knows what it is that stops it. */
        public Builder failed(Tier tier, ErrorCode code, String reason, String nextStep) {
            return add(new TierCheck.Failed(tier, reason, nextStep, Optional.of(code)));
        }

        /** Where the words of a loader or an engine, in the reason, have to tell. */
        public Builder failed(Tier tier, String reason, String nextStep) {
            return add(new TierCheck.Failed(tier, reason, nextStep));
        }

        /** A tier that cannot be looked at here, and why. */
        public Builder skipped(Tier tier, String reason) {
            return add(new TierCheck.Skipped(tier, reason));
        }

        public Builder fact(String name, String value) {
            facts.put(name, value);
            return this;
        }

        public Builder fact(String name, Optional<?> value) {
            value.ifPresent(known -> facts.put(name, String.valueOf(known)));
            return this;
        }

        public Builder software(boolean only) {
            software = Optional.of(only);
            return this;
        }

        /** Whether a tier failed, so that the next need not be looked at. */
        public boolean stopped() {
            return !checks.isEmpty() && checks.get(checks.size() - 1) instanceof TierCheck.Failed;
        }

        public Detection build() {
            return new Detection(checks, facts, software);
        }

        private Builder add(TierCheck check) {
            if (!stopped()) {
                checks.add(check);
            }
            return this;
        }
    }
}
