package dev.bascule.cli.output.run;

import dev.bascule.fallback.run.UnrunCell;
import dev.bascule.reports.format.Figures;
import java.util.ArrayList;
import java.util.List;

/** Cells that a run did not come to, for stderr. Stateless. */
public final class UnrunText {
    private static final int MOST = 20;

    private UnrunText() {}

    /** A head with their count, then each with its place, 20 at most; nothing where there are none. */
    public static List<String> lines(List<UnrunCell> cells) {
        if (cells.isEmpty()) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        lines.add("not run: %s".formatted(Figures.counted(cells.size(), "cell")));
        cells.stream()
                .limit(MOST)
                .forEach(cell -> lines.add("  %s on %s%s"
                        .formatted(
                                cell.caseId(),
                                cell.where(),
                                cell.why().map(why -> ": " + why).orElse(""))));
        if (cells.size() > MOST) {
            lines.add("  and %d more".formatted(cells.size() - MOST));
        }
        return lines;
    }
}
