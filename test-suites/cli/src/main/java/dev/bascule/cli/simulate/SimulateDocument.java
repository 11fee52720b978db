package dev.bascule.cli.simulate;

import dev.bascule.scheduling.simulate.compare.PolicyOutcomes;
import dev.bascule.scheduling.simulate.compare.Spread;
import dev.bascule.scheduling.simulate.engine.Outcome;
import dev.bascule.scheduling.simulate.validate.Check;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The documents of {@code simulate --json}. Stateless. */
final class SimulateDocument {
    private SimulateDocument() {}

    static Map<String, Object> head(String what) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("schemaVersion", 1);
        document.put("simulated", true);
        document.put("what", what);
        return document;
    }

    static Map<String, Object> of(List<Simulated> all) {
        Map<String, Object> document = head("policies");
        document.put("workloads", all.stream().map(SimulateDocument::workload).toList());
        return document;
    }

    static Map<String, Object> validation(List<Check> checks, boolean passed) {
        Map<String, Object> document = head("validation");
        document.put("passed", passed);
        document.put("checks", checks.stream().map(SimulateDocument::check).toList());
        return document;
    }

    private static Map<String, Object> check(Check check) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", check.name());
        map.put("unit", check.unit());
        map.put("expected", check.expected());
        map.put("simulated", check.simulated());
        map.put("low", check.low());
        map.put("high", check.high());
        map.put("control", check.control());
        map.put("holds", check.holds());
        map.put("passed", check.passed());
        return map;
    }

    static Map<String, Object> workload(Simulated simulated) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("workload", simulated.experiment().workload().name());
        map.put("jobs", simulated.experiment().workload().jobs());
        map.put("workers", simulated.workers());
        map.put("seeds", simulated.experiment().seeds());
        map.put("firstSeed", simulated.experiment().first());
        map.put("times", simulated.experiment().times().word());
        map.put("baseline", simulated.experiment().baseline());
        map.put(
                "policies",
                simulated.outcomes().stream()
                        .map(each -> policy(each, simulated.baseline()))
                        .toList());
        map.put(
                "parameters",
                ParameterList.of(
                                simulated.experiment().fleet(),
                                simulated.experiment().workload())
                        .stream()
                        .map(each -> Map.of(
                                "of", each.of(),
                                "name", each.name(),
                                "value", each.value(),
                                "origin", each.origin(),
                                "from", each.from()))
                        .toList());
        return map;
    }

    private static Map<String, Object> policy(PolicyOutcomes outcomes, PolicyOutcomes baseline) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("policy", outcomes.policy());
        map.put("simulatedMakespanSeconds", spread(outcomes.makespan()));
        map.put("simulatedInSystemSeconds", outcomes.inSystem().map(SimulateDocument::spread));
        map.put("simulatedGain", outcomes.gainOver(baseline).map(SimulateDocument::spread));
        map.put("simulatedMatching", outcomes.matching().map(SimulateDocument::spread));
        map.put("simulatedIdleSeconds", spread(outcomes.idle()));
        map.put("simulatedBusy", spread(outcomes.busy()));
        map.put("simulatedJoules", outcomes.joules().map(SimulateDocument::spread));
        map.put("runs", outcomes.outcomes().stream().map(SimulateDocument::run).toList());
        return map;
    }

    static Map<String, Object> spread(Spread spread) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("mean", spread.mean());
        map.put("low", spread.interval().map(Spread.Interval::low));
        map.put("high", spread.interval().map(Spread.Interval::high));
        return map;
    }

    private static Map<String, Object> run(Outcome outcome) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("seed", outcome.seed());
        map.put("submitted", outcome.submitted());
        map.put("done", outcome.done());
        map.put("inside", outcome.inside());
        map.put("lostAttempts", outcome.lost());
        map.put("late", outcome.late());
        map.put("simulatedMakespanSeconds", seconds(outcome.makespan()));
        map.put("simulatedMedianSeconds", outcome.median().map(SimulateDocument::seconds));
        map.put("simulatedP95Seconds", outcome.p95().map(SimulateDocument::seconds));
        map.put("simulatedWaitingSeconds", seconds(outcome.waiting()));
        map.put("simulatedOverheadSeconds", seconds(outcome.overhead()));
        map.put("simulatedServiceSeconds", seconds(outcome.service()));
        map.put("simulatedSlowedSeconds", seconds(outcome.slowed()));
        map.put("rounds", outcome.rounds());
        return map;
    }

    static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
