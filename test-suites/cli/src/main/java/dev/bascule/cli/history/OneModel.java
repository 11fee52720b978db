package dev.bascule.cli.history;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.reports.comparison.CellSelector;
import dev.bascule.reports.comparison.ComparedSide;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Two sides that name models, while a case is one by the name and the bytes of its model. Stateless. */
final class OneModel {
    /** What shows two models side by side. */
    static final String REMEDY =
            "compare holds a model's bytes against the same bytes; two models stand beside each other in one run: bascule"
                    + " run A.onnx B.onnx";

    private OneModel() {}

    /**
     * Where sides ask for two models, and a cell is of both.
     *
     * @throws BasculeException {@link ErrorCode#USAGE_ERROR}
     */
    static void refuse(ComparedSide from, ComparedSide to, CellSelector a, CellSelector b) {
        if (a.models().isEmpty() || b.models().isEmpty() || a.models().equals(b.models())) {
            return;
        }
        Set<String> both = from.cells().stream()
                .filter(to.cells()::contains)
                .map(cell -> cell.run().model().name())
                .collect(Collectors.toCollection(TreeSet::new));
        if (!both.isEmpty()) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "'%s' and '%s' both choose %s, which would be compared with itself"
                            .formatted(a.name(), b.name(), String.join(", ", both)),
                    "name each model whole, as bascule history has it",
                    REMEDY);
        }
    }

    /** Whether sides have models, and no name in common. */
    static boolean ofTwo(ComparedSide from, ComparedSide to) {
        return Collections.disjoint(names(from), names(to));
    }

    private static Set<String> names(ComparedSide side) {
        return side.cells().stream().map(cell -> cell.run().model().name()).collect(Collectors.toSet());
    }
}
