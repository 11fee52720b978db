package dev.bascule.benchmark.forecast;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.json.Json;
import dev.bascule.scheduling.record.RecordedRun;
import dev.bascule.scheduling.simulate.compare.Spread;
import dev.bascule.scheduling.simulate.replay.Replay;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** What was forecast beside what was run, component by component, as Markdown. Stateless. */
final class ForecastReport {
    private ForecastReport() {}

    private record Component(String field, double bound, Function<RecordedRun, Duration> real) {}

    private static final Map<String, Component> COMPONENTS = new LinkedHashMap<>();

    static {
        COMPONENTS.put("makespan", new Component("simulatedMakespanSeconds", Replay.MAKESPAN, RecordedRun::makespan));
        COMPONENTS.put("waiting", new Component("simulatedWaitingSeconds", Replay.COMPONENT, RecordedRun::waiting));
        COMPONENTS.put("overhead", new Component("simulatedOverheadSeconds", Replay.COMPONENT, RecordedRun::overhead));
        COMPONENTS.put("service", new Component("simulatedServiceSeconds", Replay.COMPONENT, RecordedRun::service));
    }

    /**
     * Means over seeds, each with its 90 % interval; a component below 2 % of all time is held to that share.
     *
     * @param forecast what {@code simulate --json} printed
     */
    static String components(Path forecast, List<RecordedRun> runs) throws IOException {
        StringBuilder text = new StringBuilder(
                "| workload | policy | component | forecast, s | real, s (90 %) | apart | |\n| --- | --- | --- | --- | --- | --- | --- |\n");
        for (JsonNode workload : Json.MAPPER.readTree(forecast.toFile()).path("workloads")) {
            for (JsonNode policy : workload.path("policies")) {
                List<RecordedRun> real = runs.stream()
                        .filter(run -> run.workload()
                                        .equals(workload.path("workload").asText())
                                && run.policy().equals(policy.path("policy").asText()))
                        .toList();
                if (!real.isEmpty()) {
                    rows(text, workload.path("workload").asText(), policy, real);
                }
            }
        }
        return text.toString();
    }

    private static void rows(StringBuilder text, String workload, JsonNode policy, List<RecordedRun> real) {
        double all = real.stream()
                .mapToDouble(run -> seconds(run.waiting()) + seconds(run.overhead()) + seconds(run.service()))
                .average()
                .orElse(0);
        COMPONENTS.forEach((name, component) -> {
            List<Double> simulated = new ArrayList<>();
            policy.path("runs")
                    .forEach(run -> simulated.add(run.path(component.field()).asDouble()));
            double forecast = Spread.of(simulated).mean();
            Spread seen = Spread.of(real.stream()
                    .map(run -> seconds(component.real().apply(run)))
                    .toList());
            double bound = component.bound() * Math.max(seen.mean(), Replay.NEGLIGIBLE * all);
            text.append(String.format(
                    Locale.ROOT,
                    "| %s | %s | %s | %.2f | %.2f%s | %+.1f %% | %s |%n",
                    workload,
                    policy.path("policy").asText(),
                    name,
                    forecast,
                    seen.mean(),
                    interval(seen),
                    100 * (forecast / seen.mean() - 1),
                    Math.abs(forecast - seen.mean()) <= bound ? "holds" : "MISSES"));
        });
    }

    private static String interval(Spread spread) {
        Optional<Spread.Interval> interval = spread.interval();
        return interval.map(each -> String.format(Locale.ROOT, " (%.2f to %.2f)", each.low(), each.high()))
                .orElse("");
    }

    /** Each run simulated again from its own record: how many hold, and by how much the others miss. */
    static String replays(List<RecordedRun> runs) {
        Map<String, List<Double>> errors = new LinkedHashMap<>();
        Map<String, Integer> holds = new LinkedHashMap<>();
        for (RecordedRun run : runs) {
            for (Replay.Held held : Replay.of(run).held()) {
                errors.computeIfAbsent(held.name(), name -> new ArrayList<>())
                        .add(held.error().orElse(0));
                holds.merge(held.name(), held.holds() ? 1 : 0, Integer::sum);
            }
        }
        StringBuilder text = new StringBuilder(
                "| replayed | hold | of | mean apart | least | most |\n| --- | --- | --- | --- | --- | --- |\n");
        errors.forEach((name, each) -> text.append(String.format(
                Locale.ROOT,
                "| %s | %d | %d | %+.1f %% | %+.1f %% | %+.1f %% |%n",
                name,
                holds.getOrDefault(name, 0),
                each.size(),
                100 * each.stream().mapToDouble(Double::doubleValue).average().orElse(0),
                100 * each.stream().mapToDouble(Double::doubleValue).min().orElse(0),
                100 * each.stream().mapToDouble(Double::doubleValue).max().orElse(0))));
        return text.toString();
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
