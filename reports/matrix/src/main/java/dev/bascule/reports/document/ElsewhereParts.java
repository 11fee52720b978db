package dev.bascule.reports.document;

import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.target.Machine;
import dev.bascule.reports.document.RunDocument.ElsewhereMachine;
import dev.bascule.reports.document.RunDocument.ElsewherePart;
import dev.bascule.reports.matrix.ElsewhereCost;
import java.util.List;
import java.util.Locale;

/** What a fallback costs elsewhere, as documents have it. Stateless. */
public final class ElsewhereParts {
    private static final String LABEL = "elsewhere";

    private ElsewhereParts() {}

    public static ElsewherePart part(ElsewhereCost cost) {
        return new ElsewherePart(
                LABEL,
                cost.from(),
                cost.to(),
                cost.ratio(),
                ends(cost.ci95()),
                cost.machines().stream().map(ElsewhereParts::machine).toList());
    }

    private static ElsewhereMachine machine(ElsewhereCost.OnMachine told) {
        return new ElsewhereMachine(
                told.machine().fingerprint(),
                told.machine().os(),
                told.machine().cpu().name(),
                told.machine().gpus().stream().map(Machine.Gpu::name).toList(),
                told.reached().name().toLowerCase(Locale.ROOT),
                told.ratio(),
                ends(told.ci95()),
                told.fromEngine(),
                told.toEngine(),
                told.how());
    }

    private static List<Double> ends(Interval interval) {
        return List.of(interval.low(), interval.high());
    }
}
