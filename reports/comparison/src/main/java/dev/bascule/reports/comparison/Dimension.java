package dev.bascule.reports.comparison;

import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.target.Browser;
import dev.bascule.fallback.target.Target;
import dev.bascule.reports.matrix.CaseResult;
import java.util.Locale;
import java.util.function.Function;

/**
 * What says where a case ran. Sides of a comparison are held against each other where all of these agree, but for those that
 * the comparison is about. Versions are none of them: they may differ, and are told beside the figures.
 */
public enum Dimension {
    MACHINE(cell -> cell.machine().fingerprint()),
    BROWSER(cell -> where(target(cell))),
    ENGINE(cell -> target(cell).engine().name()),
    BACKEND(cell -> cell.run().chain().toString()),
    DEVICE(cell -> cell.run().chain().isStrict()
            ? target(cell).deviceType().name().toLowerCase(Locale.ROOT)
                    + cell.run().caseId().settings().getOrDefault("device", "")
            : "");

    /** Where a cell that wanted a browser came to none. */
    static final String NO_BROWSER = "browser";

    private final Function<CaseResult, String> reader;

    Dimension(Function<CaseResult, String> reader) {
        this.reader = reader;
    }

    String of(CaseResult cell) {
        return reader.apply(cell);
    }

    private static Target target(CaseResult cell) {
        return cell.run().attempts().get(0).target();
    }

    private static String where(Target target) {
        return target.browser()
                .map(Browser::name)
                .orElse(target.backend().side() == Side.NATIVE ? "native" : NO_BROWSER);
    }
}
