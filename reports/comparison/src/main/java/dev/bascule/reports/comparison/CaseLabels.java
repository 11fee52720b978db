package dev.bascule.reports.comparison;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Names the cases of a comparison; those of a model whose file changed by its hash as well. Immutable. */
final class CaseLabels {
    private static final int SHORT = 8;

    private final Map<String, Set<String>> files;

    private CaseLabels(Map<String, Set<String>> files) {
        this.files = files;
    }

    static CaseLabels of(Pairing pairing) {
        Map<String, Set<String>> files = new HashMap<>();
        pairing.pairs()
                .forEach(pair -> files.computeIfAbsent(pair.to().label(), label -> new HashSet<>())
                        .add(pair.to().sha256()));
        return new CaseLabels(files);
    }

    /** {@code face}; where another file of that name is compared as well, {@code face sha 42c9e48b}. */
    String of(ComparedPlace place) {
        String label = place.label();
        String sha = place.sha256();
        return files.getOrDefault(label, Set.of()).size() < 2
                ? label
                : label + " sha " + sha.substring(0, Math.min(SHORT, sha.length()));
    }
}
