package dev.bascule.cli.output.run;

import dev.bascule.cli.output.Shell;
import dev.bascule.cli.output.Style;
import dev.bascule.reports.format.Figures;
import dev.bascule.studies.conformance.AbsentColumn;
import java.util.ArrayList;
import java.util.List;

/** A column in which nothing ran, for stderr. Stateless. */
public final class AbsentText {
    private AbsentText() {}

    /** What did not run, why, and what to do about it. */
    public static List<String> lines(AbsentColumn column, Style style) {
        List<String> lines = new ArrayList<>();
        lines.add("%s: %s: nothing ran (%s), because %s"
                .formatted(
                        style.warning("warning[" + column.why().code() + "]"),
                        CellText.where(column.any()),
                        Figures.counted(column.cells(), "case"),
                        column.why().message()));
        column.why().remedies().forEach(remedy -> lines.add("  remedy: " + Shell.asCalled(remedy)));
        return lines;
    }
}
