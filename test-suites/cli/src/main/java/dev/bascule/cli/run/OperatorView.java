package dev.bascule.cli.run;

import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.JsonText;
import dev.bascule.cli.output.Console;
import dev.bascule.cli.output.doctor.TargetArithmeticText;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.target.Machine;
import dev.bascule.models.hub.HubSettings;
import dev.bascule.models.source.ModelResolver;
import dev.bascule.reports.coverage.Forecast;
import dev.bascule.reports.coverage.ForecastText;
import dev.bascule.reports.coverage.OperatorCoverage;
import dev.bascule.reports.coverage.OperatorDocument;
import dev.bascule.reports.coverage.OperatorText;
import dev.bascule.reports.coverage.WebNnCoverage;
import dev.bascule.reports.coverage.WebNnText;
import dev.bascule.reports.export.OperatorPage;
import dev.bascule.reports.export.OutputFiles;
import dev.bascule.reports.matrix.CaseResult;
import dev.bascule.reports.matrix.TextStyle;
import dev.bascule.studies.hardware.ArithmeticStore;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Shows what cases tell of operators, or what that lets expect of a model. Belongs to one invocation. */
final class OperatorView {
    private static final String PAGE = "operators.html";

    private final CliContext context;
    private final List<CaseResult> cells;
    private final OperatorCoverage coverage;
    private final List<WebNnCoverage> webNn;

    OperatorView(CliContext context, List<CaseResult> cells) {
        this.context = context;
        this.cells = List.copyOf(cells);
        this.coverage = OperatorCoverage.of(cells);
        this.webNn = WebNnCoverage.of(cells);
        if (coverage.rows().isEmpty()) {
            throw new BasculeException(
                    ErrorCode.NOTHING_SELECTED_TO_RUN,
                    coverage.unread() > 0
                            ? "the history has no cell whose operators are known; %d are of earlier builds"
                                    .formatted(coverage.unread())
                            : "the history has no cell of a strict target",
                    "bascule conformance DIR");
        }
    }

    /**
     * Prints the matrix.
     *
     * @param filter words that rows must have, blanks between them; {@code *} stands for anything
     * @param limit rows in the terminal; 0 for all
     */
    void print(String filter, int limit, boolean json) {
        OperatorCoverage wanted = filtered(filter);
        TargetArithmeticText arithmetic = arithmetic(filter);
        if (json) {
            Map<String, Object> document = new LinkedHashMap<>(OperatorDocument.of(wanted));
            document.put("arithmetic", arithmetic.document());
            JsonText.print(console(), document);
        } else {
            TextStyle style = console().textStyle();
            boolean hinted = filter.isBlank() && arithmetic.targets().isEmpty();
            console()
                    .print(OperatorText.render(wanted, limit == 0 ? Integer.MAX_VALUE : limit, style)
                            + (hinted ? TargetArithmeticText.hint(style) : arithmetic.lines(style)));
        }
    }

    /** Prints what WebNN's specification requires and allows, what the browser claims and what was observed. */
    void printWebNn(int limit, boolean json) {
        if (webNn.isEmpty()) {
            throw new BasculeException(
                    ErrorCode.NOTHING_SELECTED_TO_RUN,
                    "the history has no cell of webnn",
                    "bascule conformance DIR --backends webnn");
        }
        if (json) {
            JsonText.print(console(), WebNnText.document(webNn));
        } else {
            console()
                    .print(WebNnText.render(
                            webNn,
                            limit == 0 ? Integer.MAX_VALUE : limit,
                            console().textStyle()));
        }
    }

    /** Writes the page and says where. */
    void write(String filter, String place) {
        Path file = context.page(place, PAGE);
        OutputFiles.write(
                file,
                OperatorPage.render(
                        filtered(filter),
                        webNn,
                        arithmetic(filter).page(),
                        context.clock().instant()));
        console().print(file.toString());
    }

    /** Says what a model may expect of each target. */
    void forecast(String model, boolean json) {
        ModelInfo info = new ModelResolver(
                        CacheFolder.of(context.environment(), context.home()), HubSettings.of(context.environment()))
                .resolve(model, Path.of(""))
                .info();
        Forecast forecast = Forecast.of(info, cells)
                .orElseThrow(() -> new BasculeException(
                        ErrorCode.NOTHING_SELECTED_TO_RUN, "'%s' has no node to say anything of".formatted(model)));
        if (json) {
            JsonText.print(console(), ForecastText.document(forecast));
        } else {
            console().print(ForecastText.render(forecast, console().textStyle()));
        }
    }

    private OperatorCoverage filtered(String filter) {
        if (filter.isBlank()) {
            return coverage;
        }
        OperatorCoverage wanted = coverage.matching(filter);
        if (wanted.rows().isEmpty()) {
            throw new BasculeException(
                    ErrorCode.NOTHING_SELECTED_TO_RUN,
                    "no operator has all of '%s'".formatted(filter),
                    "bascule matrix --ops --limit 0");
        }
        return wanted;
    }

    /** How targets of this machine were seen to add up, as long as it is in the state that it was in then. */
    private TargetArithmeticText arithmetic(String filter) {
        ArithmeticStore store = new ArithmeticStore(
                CacheFolder.of(context.environment(), context.home()),
                text -> console().say(text));
        // To look what machine this is takes a while.
        Optional<Machine> machine = store.isKept() ? context.services().doctor().machine() : Optional.empty();
        TargetArithmeticText found = machine.map(here -> new TargetArithmeticText(here.fingerprint(), store.of(here)))
                .orElseGet(() -> new TargetArithmeticText("", List.of()));
        return filter.isBlank() ? found : found.matching(filter);
    }

    private Console console() {
        return context.console();
    }
}
