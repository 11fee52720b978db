package dev.bascule.reports.format;

import dev.bascule.fallback.attempt.CheckCoverage;
import dev.bascule.fallback.attempt.UnjudgedOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What a verdict on outputs rests on, for people. Stateless. */
public final class CheckCoverageText {
    private CheckCoverageText() {}

    /** {@code 8,840 values of 2 outputs, 1 input set, 1 step}; data sets where there are such. */
    public static String of(CheckCoverage checked) {
        List<String> parts = new ArrayList<>();
        parts.add("%s of %s"
                .formatted(Figures.counted(checked.values(), "value"), Figures.counted(checked.outputs(), "output")));
        parts.add(Figures.counted(checked.inputs(), "input set"));
        parts.add(Figures.counted(checked.steps(), "step"));
        if (checked.dataSets() > 0) {
            parts.add(Figures.counted(checked.dataSets(), "published data set"));
        }
        return String.join(", ", parts);
    }

    /** Each output that was not judged, with why; blank where all were. */
    public static String notJudged(CheckCoverage checked) {
        return checked.notJudged().stream().map(UnjudgedOutput::toString).collect(Collectors.joining("; "));
    }

    /** Both in one line. */
    public static String whole(CheckCoverage checked) {
        return checked.notJudged().isEmpty() ? of(checked) : of(checked) + "; not judged: " + notJudged(checked);
    }
}
