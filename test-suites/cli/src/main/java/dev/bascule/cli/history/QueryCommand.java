package dev.bascule.cli.history;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import dev.bascule.cli.command.CliCommand;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.HistoryAccess;
import dev.bascule.cli.command.JsonText;
import dev.bascule.cli.options.JsonOption;
import dev.bascule.cli.options.RowOptions;
import dev.bascule.cli.options.StoreOption;
import dev.bascule.cli.output.TextTable;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.text.PlainText;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.QueryResult;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "query",
        description = {
            "Answers an SQL query over the history (DuckDB's dialect); it can change nothing, and reach no other file.",
            "hardware_results and hardware_detection are views for plain questions: load_time and inference_time in seconds, memory_usage in megabytes. A software adapter is hardware of its own there, such as 'webgpu (software)', and a case counts once a run on each target.",
            "hardware_results_strict keeps apart what the plain view takes together: no chains, and columns software, browser, machine, engine, device_type, proof and placed; the shapes of outputs as lists. hardware_attempts has every attempt, of chains and retries too.",
            "The table shows 7 digits of a number; --json has them all."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule query \"SELECT * FROM hardware_results\"",
            "  bascule query \"SELECT hardware, median(inference_time) FROM hardware_results GROUP BY 1\" --json",
            "  bascule query \"SELECT browser, hardware, software, avg(inference_time) FROM hardware_results_strict GROUP BY ALL\""
        })
public final class QueryCommand extends CliCommand {
    private static final MathContext DIGITS = new MathContext(7);

    @Parameters(paramLabel = "SQL", description = "One SELECT statement.")
    private String sql = "";

    @Mixin
    private final StoreOption store = new StoreOption();

    private final Flags limits = new Flags();

    @Spec
    void spec(CommandSpec own) {
        new RowOptions(own, limits)
                .add(Keys.QUERY_LIMIT, "When the query is stopped, such as 500s or 10m (default: 1m).");
    }

    @Mixin
    private final JsonOption json = new JsonOption();

    QueryCommand(CliContext context) {
        super(context);
    }

    @Override
    protected List<Flags> flags() {
        return List.of(store.flags(), limits);
    }

    @Override
    protected ExitCode execute(Config config) {
        QueryResult result;
        try (History history = HistoryAccess.existing(context(), config.get(Keys.STORE))) {
            result = history.query(sql, config.get(Keys.QUERY_LIMIT));
        }
        if (json.wanted()) {
            JsonText.print(console(), objects(result));
        } else {
            TextTable table =
                    new TextTable(result.columns().stream().map(PlainText::line).toArray(String[]::new));
            result.rows()
                    .forEach(row -> table.row(row.stream()
                            .map(value -> value.map(QueryCommand::shown).orElse("-"))
                            .toArray(String[]::new)));
            console().print(table.toString());
            console().say(result.rows().size() == 1 ? "1 row" : result.rows().size() + " rows");
        }
        return ExitCode.OK;
    }

    static String shown(Object value) {
        return value instanceof Double number && Double.isFinite(number)
                ? BigDecimal.valueOf(number).round(DIGITS).stripTrailingZeros().toPlainString()
                : PlainText.line(value.toString());
    }

    private static List<Map<String, Optional<Object>>> objects(QueryResult result) {
        List<Map<String, Optional<Object>>> objects = new ArrayList<>();
        for (List<Optional<Object>> row : result.rows()) {
            Map<String, Optional<Object>> object = new LinkedHashMap<>();
            for (int i = 0; i < result.columns().size(); i++) {
                object.put(result.columns().get(i), row.get(i));
            }
            objects.add(object);
        }
        return objects;
    }
}
