package dev.bascule.reports.comparison;

import dev.bascule.fallback.backend.GraphOptimization;
import dev.bascule.fallback.target.Fingerprint;
import dev.bascule.fallback.target.Machine;
import dev.bascule.fallback.target.Target;
import dev.bascule.reports.matrix.CaseResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What the sides do not have in common, besides what was compared: it may be the reason for a difference, and is told with it.
 *
 * @param what such as {@code machine} or {@code flags of Chrome}
 * @param baseline its values there; empty where there are none
 * @param candidate likewise
 */
public record SideDifference(String what, List<String> baseline, List<String> candidate) {
    private static final String MACHINE = "machine";
    private static final String SETTING = "setting ";

    public SideDifference {
        baseline = List.copyOf(baseline);
        candidate = List.copyOf(candidate);
    }

    public boolean isMachine() {
        return what.equals(MACHINE);
    }

    /** Whether both sides have such a thing at all: a browser's version is none of a native engine's. */
    boolean isOfBoth() {
        return !baseline.isEmpty() && !candidate.isEmpty();
    }

    /** {@code engine onnxruntime-web: 1.28.0 → 1.29.0}. */
    public String words() {
        return "%s: %s → %s".formatted(what, joined(baseline), joined(candidate));
    }

    private String joined(List<String> values) {
        return values.isEmpty() ? absent() : String.join(", ", values);
    }

    /** A setting that is not named in a cell has its default there. */
    private String absent() {
        if (what.equals(SETTING + "graphOptimization")) {
            return GraphOptimization.ALL.word() + " (the default)";
        }
        return what.startsWith(SETTING) ? "(the default)" : "(none)";
    }

    /** Every fact that has other values on one side than on the other. */
    static List<SideDifference> between(Collection<CaseResult> baseline, Collection<CaseResult> candidate) {
        Map<String, Set<String>> before = facts(baseline);
        Map<String, Set<String>> after = facts(candidate);
        Set<String> names = new TreeSet<>(before.keySet());
        names.addAll(after.keySet());
        List<SideDifference> differences = new ArrayList<>();
        for (String name : names) {
            Set<String> from = before.getOrDefault(name, Set.of());
            Set<String> to = after.getOrDefault(name, Set.of());
            if (!from.equals(to)) {
                differences.add(new SideDifference(name, List.copyOf(from), List.copyOf(to)));
            }
        }
        // The machine first: beside another machine all else is detail.
        differences.sort((one, other) -> Boolean.compare(other.isMachine(), one.isMachine()));
        return differences;
    }

    private static Map<String, Set<String>> facts(Collection<CaseResult> cells) {
        Map<String, Set<String>> facts = new TreeMap<>();
        for (CaseResult cell : cells) {
            ofCell(cell)
                    .forEach((name, value) ->
                            facts.computeIfAbsent(name, key -> new TreeSet<>()).add(value));
        }
        return facts;
    }

    /** What is known to bear on a cell's speed, by name. */
    static Map<String, String> ofCell(CaseResult cell) {
        Map<String, String> facts = new LinkedHashMap<>();
        Machine machine = cell.machine();
        facts.put(
                MACHINE,
                "%s (%s)"
                        .formatted(
                                shortened(machine.fingerprint()), machine.cpu().name()));
        facts.put("system", machine.os());
        Target target = cell.run().decisive().target();
        target.browser().ifPresent(browser -> {
            facts.put("browser " + browser.name(), browser.version());
            facts.put("launcher of " + browser.name(), browser.launcher());
            facts.put(
                    "flags of " + browser.name(),
                    browser.flags().stream().sorted().collect(Collectors.joining(" ")));
        });
        facts.put("engine " + target.engine().name(), target.engine().version());
        target.engine()
                .build()
                .ifPresent(build -> facts.put("build for " + target.backend().id(), build));
        String threads = cell.run().decisive().evidence().facts().get("threads");
        if (threads != null) {
            facts.put("threads", threads);
        }
        new TreeMap<>(ComparedPlace.of(cell).engineSettings())
                .forEach((name, value) -> facts.put(SETTING + name, value));
        machine.parts()
                .map(Fingerprint::software)
                .ifPresent(software -> software.forEach((name, version) -> {
                    if (name.startsWith("driver") || name.equals("kernel")) {
                        facts.put(name, version);
                    }
                }));
        return facts;
    }

    private static String shortened(String fingerprint) {
        return fingerprint.substring(0, Math.min(8, fingerprint.length()));
    }
}
