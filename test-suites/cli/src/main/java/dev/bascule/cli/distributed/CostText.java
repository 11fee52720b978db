package dev.bascule.cli.distributed;

import dev.bascule.cli.output.Style;
import dev.bascule.cli.output.TextTable;
import dev.bascule.reports.format.Figures;
import dev.bascule.studies.distributed.CostModel;
import dev.bascule.studies.distributed.CostReport;
import dev.bascule.studies.distributed.CostReport.Extrapolation;
import dev.bascule.studies.distributed.CostReport.HeldOut;
import dev.bascule.studies.distributed.CostReport.Part;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What a cost model foretold, as {@code distributed comm} says it. Immutable. */
record CostText(Style style) {
    private static final double MILLIS = 1e3;

    String of(CostReport report) {
        if (report.why().isPresent()) {
            return "%nno cost model: %s%n".formatted(report.why().orElseThrow());
        }
        StringBuilder text =
                new StringBuilder("%n%s, held out at all others: measured over foretold, and the furthest%n"
                        .formatted(style.strong("cost model fitted at %d ranks%s"
                                .formatted(report.fittedAt(), star(report.oversubscribed())))));
        List<Integer> held =
                held(report).map(HeldOut::ranks).distinct().sorted().toList();
        List<Integer> beyond = report.parts().stream()
                .flatMap(part -> part.beyond().stream())
                .map(Extrapolation::ranks)
                .distinct()
                .sorted()
                .toList();
        List<String> heads = new ArrayList<>(List.of("collective", "latency", "bandwidth", "fit", "bytes"));
        held.forEach(ranks -> heads.add("%d ranks".formatted(ranks)));
        beyond.forEach(ranks -> heads.add("%d ranks, extrapolation".formatted(ranks)));
        TextTable table = new TextTable(heads.toArray(String[]::new));
        for (Part part : report.parts()) {
            List<String> cells = new ArrayList<>(model(part.model()));
            cells.add(part.sizes().words());
            held.forEach(ranks -> cells.add(errors(part, ranks)));
            beyond.forEach(ranks -> cells.add(extrapolation(part, ranks, report.oversubscribed())));
            table.row(cells.toArray(String[]::new));
        }
        text.append(table).append('\n');
        if (report.oversubscribed() || held(report).anyMatch(HeldOut::oversubscribed)) {
            text.append(
                            "*: oversubscribed, there are fewer processors than ranks: such times and errors are the machine's turns, too")
                    .append('\n');
        }
        report.parts()
                .forEach(part -> part.refused()
                        .ifPresent(why -> text.append("no extrapolation of %s %s: %s%n"
                                .formatted(
                                        part.model().collective().word(),
                                        part.sizes().words(),
                                        why))));
        level(report)
                .ifPresent(level -> text.append(
                        ("an extrapolation is of the largest size measured, its interval from the held-out errors, grown with each"
                                        + " doubling of ranks; one more such error would lie inside with %s or more%n")
                                .formatted(Figures.percent(level))));
        return text.toString();
    }

    private static Stream<HeldOut> held(CostReport report) {
        return report.parts().stream().flatMap(part -> part.heldOut().stream());
    }

    private static Optional<Double> level(CostReport report) {
        return report.parts().stream()
                .flatMap(part -> part.beyond().stream())
                .map(Extrapolation::level)
                .min(Comparator.naturalOrder());
    }

    private static List<String> model(CostModel model) {
        return List.of(
                model.collective().word(),
                Figures.millis(model.alphaMillis()),
                RankText.bandwidth(
                        model.betaMillis() > 0 ? Optional.of(MILLIS / model.betaMillis()) : Optional.empty()),
                Figures.times(model.furthest()));
    }

    private static String errors(Part part, int ranks) {
        List<HeldOut> some = part.heldOut().stream()
                .filter(each -> each.ranks() == ranks)
                .sorted(Comparator.comparingDouble(HeldOut::factor))
                .toList();
        if (some.isEmpty()) {
            return "-";
        }
        double middle = some.get(some.size() / 2).factor();
        double furthest = some.stream()
                .mapToDouble(HeldOut::factor)
                .boxed()
                .max(Comparator.comparingDouble(factor -> Math.abs(Math.log(factor))))
                .orElseThrow();
        return "%s, %s%s"
                .formatted(
                        Figures.times(middle),
                        Figures.times(furthest),
                        star(some.get(0).oversubscribed()));
    }

    private static String star(boolean oversubscribed) {
        return oversubscribed ? " *" : "";
    }

    private static String extrapolation(Part part, int ranks, boolean fittedOversubscribed) {
        return part.beyond().stream()
                .filter(each -> each.ranks() == ranks)
                .map(each -> "%s [%s to %s]%s"
                        .formatted(
                                Figures.millis(each.millis()),
                                Figures.millis(each.lowMillis()),
                                Figures.millis(each.highMillis()),
                                star(fittedOversubscribed || part.oversubscribed())))
                .findFirst()
                .orElse("-");
    }
}
