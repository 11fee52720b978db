package dev.bascule.app.local;

import dev.bascule.execution.source.Column;
import dev.bascule.execution.source.Place;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.pack.Program;
import dev.bascule.fallback.target.Target;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import java.util.List;
import java.util.Optional;

/**
 * A column of a conformance run: the cases of one engine, on one backend of one browser or of the native side.
 *
 * @param cases in the order in which they are to be begun
 */
record ConformanceColumn(Column column, Place place, Target target, List<ConformanceCase> cases) {
    /** The engine of graphs that are built without any library. */
    private static final String WEBNN_API = "webnn-api";

    ConformanceColumn {
        cases = List.copyOf(cases);
    }

    /** The cases that are ONNX models; none where there are none. */
    static Optional<ConformanceColumn> models(Column column, List<ConformanceCase> cases) {
        Place place = column.place(column.chain().first());
        return of(column, place, place.target(), of(cases, Program.Model.class));
    }

    /** The cases that are graphs of WebNN operators. */
    static Optional<ConformanceColumn> graphs(Column column, List<ConformanceCase> cases) {
        Place place = column.place(column.chain().first());
        Target target = place.target();
        Target built = new Target(
                target.backend(),
                target.browser(),
                target.browser()
                        .map(browser -> new Engine(WEBNN_API, browser.version(), Optional.empty()))
                        .orElseGet(() -> Engine.absent(WEBNN_API, Optional.empty())),
                target.deviceType(),
                target.software(),
                target.adapter());
        return of(column, place, built, of(cases, Program.Graph.class));
    }

    private static Optional<ConformanceColumn> of(
            Column column, Place place, Target target, List<ConformanceCase> cases) {
        return cases.isEmpty() ? Optional.empty() : Optional.of(new ConformanceColumn(column, place, target, cases));
    }

    private static List<ConformanceCase> of(List<ConformanceCase> cases, Class<? extends Program> kind) {
        return cases.stream()
                .filter(testCase -> kind.isInstance(testCase.program()))
                .toList();
    }
}
