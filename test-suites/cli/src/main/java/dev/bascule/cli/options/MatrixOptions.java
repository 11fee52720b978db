package dev.bascule.cli.options;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which matrix, and how much of it. */
public final class MatrixOptions {
    private static final int ROWS = 40;

    @Option(names = "--suite", paramLabel = "NAME", description = "Only runs of this suite.")
    private @Nullable String suite;

    @Option(names = "--run", paramLabel = "ID", description = "Only this run, by its id or how it begins.")
    private @Nullable String run;

    @Option(names = "--ops", description = "Operators instead of models.")
    private boolean operators;

    @Option(
            names = "--families",
            description =
                    "Families of models against backends: measured, known (documented by others, with the source) and"
                            + " predicted cells told apart.")
    private boolean families;

    @Option(
            names = "--scores",
            description =
                    "Scores of targets over families of models, from measured cells alone, with intervals, ratings and what"
                            + " hangs on the weights.")
    private boolean scores;

    @Parameters(
            paramLabel = "SUITE|MODEL",
            description = "With --over: what to run, as `run` takes it (default: quickstart). With --ops: the model to"
                    + " predict.")
    private List<String> arguments = List.of();

    @Mixin
    private final OverOptions over = new OverOptions();

    @Option(
            names = "--filter",
            paramLabel = "WORDS",
            description = "With --ops: only rows with all these words, such as 'conv* float16' or 'opset 13'. With"
                    + " --over: only cases whose id (suite:path:case) matches, or without a colon whose model does.")
    private @Nullable String filter;

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "With --ops: no more rows in the terminal, the worst (default: 40; 0: all).")
    private @Nullable Integer limit;

    @Option(
            names = "--html",
            paramLabel = "FILE|DIR",
            description = "With --ops, --families or --over: writes the matrix as a page.")
    private @Nullable String html;

    @Option(
            names = "--webnn",
            description = "With --ops: WebNN's operators as specified, as the browser claims, and as observed.")
    private boolean webNn;

    @Mixin
    private final JsonOption json = new JsonOption();

    /** Of what the matrix is. */
    public enum Form {
        MODELS,
        OPERATORS,
        FAMILIES,
        SCORES,
        /** Runs with several versions beside each other. */
        VERSIONS
    }

    /**
     * The form that was asked for.
     *
     * @throws BasculeException {@link ErrorCode#USAGE_ERROR} for options that do not go with it
     */
    public Form form() {
        if (over.wanted()) {
            refuseBesideOver();
            refuseTwoForms();
            return Form.VERSIONS;
        }
        refuseMisuse();
        return families ? Form.FAMILIES : scores ? Form.SCORES : operators ? Form.OPERATORS : Form.MODELS;
    }

    public OverOptions over() {
        return over;
    }

    public Optional<String> suite() {
        return Optional.ofNullable(suite);
    }

    /** The run, by its id or how it begins. */
    public Optional<String> run() {
        return Optional.ofNullable(run);
    }

    /** What to run, or the model to predict. */
    public List<String> arguments() {
        return arguments;
    }

    public Optional<String> filter() {
        return Optional.ofNullable(filter);
    }

    /** How many rows at most; 0 for all. */
    public int limit() {
        return limit == null ? ROWS : limit;
    }

    /** Where the page goes, if there is to be one. */
    public Optional<String> html() {
        return Optional.ofNullable(html);
    }

    public boolean webNn() {
        return webNn;
    }

    public boolean json() {
        return json.wanted();
    }

    private void refuseBesideOver() {
        if (operators || families || scores || webNn || suite != null || run != null || limit != null) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "--over runs, and takes none of --ops, --families, --scores, --webnn, --suite, --run and --limit",
                    "bascule matrix quickstart --over engine --versions 1.20.1,1.29.0");
        }
    }

    private void refuseTwoForms() {
        if (html != null && json.wanted()) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR, "one of --html and --json at a time", "bascule matrix --ops --json");
        }
    }

    private void refuseMisuse() {
        over.idle().ifPresent(option -> {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "%s belongs to --over".formatted(option),
                    "bascule matrix quickstart --over engine --versions 1.20.1,1.29.0");
        });
        boolean model = !arguments.isEmpty();
        if (arguments.size() > 1) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "one model is predicted at a time",
                    "bascule matrix --ops " + arguments.get(0));
        }
        if (scores && (families || operators || webNn || model || filter != null || limit != null || html != null)) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR, "--scores takes --json, --suite and --run only", "bascule matrix --scores");
        }
        if (families && (operators || webNn || model || filter != null || limit != null)) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "--families takes --html, --json, --suite and --run only",
                    "bascule matrix --families");
        }
        if (!operators
                && !(families && html != null)
                && (webNn || model || filter != null || limit != null || html != null)) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "MODEL, --filter, --limit, --html and --webnn belong to --ops",
                    "bascule matrix --ops" + (model ? " " + arguments.get(0) : ""));
        }
        if (model && (filter != null || limit != null || html != null)) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "a prediction takes no --filter, --limit or --html",
                    "bascule matrix --ops " + arguments.get(0));
        }
        if (run != null && suite != null) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR, "--run names one run, whatever its suite", "bascule matrix --run " + run);
        }
        refuseTwoForms();
        if (limit != null && limit < 0) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR, "a limit of %d rows".formatted(limit), "bascule matrix --ops --limit 40");
        }
    }
}
