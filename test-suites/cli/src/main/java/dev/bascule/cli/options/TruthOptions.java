package dev.bascule.cli.options;

import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.studies.truth.TruthRequest.Chosen;
import dev.bascule.suites.setting.CaseKeys;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Which targets are held against the exact values, and how. */
public final class TruthOptions {
    private final Flags flags = new Flags();

    @Option(
            names = "--target",
            paramLabel = "[BROWSER:]BACKEND",
            description =
                    "What is held against the exact values: webgpu, cpu, chromium:webgpu, ... May be repeated (default:"
                            + " every backend that works here).")
    private List<String> targets = List.of();

    @Option(
            names = "--nodes",
            paramLabel = "N",
            description = "Rows of the table of nodes, the furthest off first chosen (default: 12; 0: all).")
    private int nodes = 12;

    @Spec
    void spec(CommandSpec own) {
        new RowOptions(own, flags)
                .add(CaseKeys.TIMEOUT, "How long one run of it may take (default: 1m).")
                .add(
                        CaseKeys.GRAPH_OPTIMIZATION,
                        "How far targets may rewrite the graph: all, extended, basic or disabled (default: all).")
                .add(CaseKeys.BATCH, "What a dynamic batch dimension becomes (default: 1).")
                .add(Keys.SEED, "Seed of the generated inputs (default: 42).");
    }

    public Flags flags() {
        return flags;
    }

    /** @throws BasculeException {@link ErrorCode#USAGE_ERROR} where it is negative */
    public int nodes() {
        if (nodes < 0) {
            throw new BasculeException(ErrorCode.USAGE_ERROR, "--nodes must not be negative");
        }
        return nodes;
    }

    /**
     * Those named, or every backend there is.
     *
     * @throws BasculeException {@link ErrorCode#UNKNOWN_BACKEND}
     */
    public List<Chosen> targets() {
        return targets.isEmpty()
                ? Backends.installed().all().stream()
                        .map(backend -> new Chosen(Optional.empty(), backend, false))
                        .toList()
                : targets.stream().map(TruthOptions::chosen).distinct().toList();
    }

    private static Chosen chosen(String target) {
        Backend backend = TargetOption.backend(target);
        Optional<String> browser = TargetOption.browser(target);
        browser.ifPresent(named -> TargetOption.requireBrowsers(backend));
        return new Chosen(browser, backend, true);
    }
}
