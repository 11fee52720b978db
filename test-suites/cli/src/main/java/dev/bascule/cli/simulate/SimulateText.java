package dev.bascule.cli.simulate;

import dev.bascule.cli.output.TextTable;
import dev.bascule.cli.simulate.ParameterList.Parameter;
import dev.bascule.scheduling.simulate.compare.PolicyOutcomes;
import dev.bascule.scheduling.simulate.compare.Spread;
import dev.bascule.scheduling.simulate.validate.Check;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Simulations for people. Everything says that it is simulated. Stateless. */
final class SimulateText {
    static final String HEADING = "SIMULATED, not measured.";

    private SimulateText() {}

    static String of(List<Simulated> all) {
        StringBuilder text = new StringBuilder();
        for (Simulated each : all) {
            text.append(one(each)).append('\n');
        }
        return text.toString().stripTrailing();
    }

    private static String one(Simulated simulated) {
        StringBuilder text = new StringBuilder("%s %s: %,d jobs on %,d workers, %d seed%s from %d\n\n"
                .formatted(
                        HEADING,
                        simulated.experiment().workload().name(),
                        simulated.experiment().workload().jobs(),
                        simulated.workers(),
                        simulated.experiment().seeds(),
                        simulated.experiment().seeds() == 1 ? "" : "s",
                        simulated.experiment().first()));
        TextTable table = new TextTable(
                "POLICY",
                "SIMULATED MAKESPAN",
                "GAIN",
                "IN SYSTEM",
                "MATCHING",
                "IDLE WHILE WORK WAITS",
                "BUSY",
                "LOST ATTEMPTS",
                "LEFT INSIDE");
        for (PolicyOutcomes each : simulated.outcomes()) {
            boolean isBaseline = each.policy().equals(simulated.experiment().baseline());
            table.row(
                    each.policy(),
                    seconds(each.makespan()),
                    isBaseline
                            ? "baseline"
                            : each.gainOver(simulated.baseline())
                                    .map(SimulateText::percent)
                                    .orElse("unknown"),
                    each.inSystem().map(SimulateText::seconds).orElse("-"),
                    each.matching().map(SimulateText::share).orElse("-"),
                    seconds(each.idle()),
                    share(each.busy()),
                    Long.toString(each.outcomes().stream()
                            .mapToLong(outcome -> outcome.lost())
                            .sum()),
                    Long.toString(each.inside()));
        }
        text.append(table)
                .append(
                        "\nMeans over seeds with ± half of their 90 % interval; gain: by how much the makespan is shorter than"
                                + " the baseline's, seed by seed.\n"
                                + "Policies were told of times: %s.\n"
                                        .formatted(
                                                simulated.experiment().times().meaning())
                                + "Simulated only: nothing here was held against a real run (simulate --forecast, then --check).\n");
        if (simulated.outcomes().stream().anyMatch(each -> each.inside() > 0)) {
            text.append(
                    "Jobs were left inside: no machine can do them, the power budget has no room, or it was ended before.\n");
        }
        List<Parameter> parameters = ParameterList.of(
                simulated.experiment().fleet(), simulated.experiment().workload());
        text.append("\nParameters: %d measured, %d predicted, %d assumed.\n"
                .formatted(
                        count(parameters, "measured"), count(parameters, "predicted"), count(parameters, "assumed")));
        TextTable rows = new TextTable("OF", "PARAMETER", "ORIGIN", "VALUE");
        parameters.forEach(each -> rows.row(
                each.of(),
                each.name(),
                each.origin(),
                each.value() + (each.from().isEmpty() ? "" : " (" + each.from() + ")")));
        return text.append(rows).toString();
    }

    private static long count(List<Parameter> parameters, String origin) {
        return parameters.stream().filter(each -> each.origin().equals(origin)).count();
    }

    static String of(List<Check> checks, boolean passed) {
        TextTable table = new TextTable("KNOWN", "SIMULATED", "99 % INTERVAL", "", "WHAT");
        for (Check each : checks) {
            table.row(
                    number(each.expected()),
                    number(each.simulated()),
                    each.low() == each.high() ? "exact" : number(each.low()) + " to " + number(each.high()),
                    each.passed() ? (each.control() ? "seen" : "holds") : "FAILS",
                    each.name() + " (" + each.unit() + ")");
        }
        return "%s The simulator held to queues whose answers are known:\n\n%s\n%s"
                .formatted(
                        HEADING,
                        table,
                        passed
                                ? "All hold, and what was set wrong on purpose was seen."
                                : "Not all hold: believe no simulation of this build.");
    }

    static String number(double value) {
        return String.format(Locale.ROOT, Math.abs(value) >= 1000 ? "%.0f" : "%.4g", value);
    }

    private static String seconds(Spread spread) {
        return number(spread.mean())
                + half(spread, 1)
                        .map(SimulateText::number)
                        .map(each -> " ± " + each)
                        .orElse("") + " s";
    }

    private static String share(Spread spread) {
        return String.format(Locale.ROOT, "%.3f", spread.mean())
                + half(spread, 1)
                        .map(each -> String.format(Locale.ROOT, " ± %.3f", each))
                        .orElse("");
    }

    private static String percent(Spread spread) {
        return String.format(Locale.ROOT, "%+.1f", 100 * spread.mean())
                + half(spread, 100)
                        .map(each -> String.format(Locale.ROOT, " ± %.1f", each))
                        .orElse("")
                + " %";
    }

    private static Optional<Double> half(Spread spread, double factor) {
        return spread.interval().map(each -> factor * (each.high() - each.low()) / 2);
    }
}
