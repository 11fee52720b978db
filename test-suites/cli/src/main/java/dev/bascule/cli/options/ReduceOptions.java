package dev.bascule.cli.options;

import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.text.Durations;
import dev.bascule.suites.setting.CaseKeys;
import java.time.Duration;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Where a case fails, and how far to shrink it. */
public final class ReduceOptions {
    private final Flags flags = new Flags();

    @Mixin
    private final TargetOption target = new TargetOption();

    @Option(names = "--limit", paramLabel = "TIME", description = "How long all of it may take (default: 10m).")
    private String limit = "10m";

    @Option(names = "--max-steps", paramLabel = "N", description = "Trials on the target (default: 400).")
    private int maxSteps = 400;

    @Spec
    void spec(CommandSpec own) {
        new RowOptions(own, flags)
                .add(CaseKeys.TIMEOUT, "How long one trial may take (default: 1m).")
                .add(
                        CaseKeys.GRAPH_OPTIMIZATION,
                        "How far the target may rewrite the graph: all, extended, basic or disabled (default: all).")
                .add(
                        CaseKeys.REFERENCE,
                        "What values are held against: exact, the graph computed in double, or cpu (default: exact where it can).")
                .add(CaseKeys.BATCH, "What a dynamic batch dimension becomes (default: 1).")
                .add(Keys.SEED, "Seed of the random numbers: generated inputs, data tried (default: 42).")
                .add(Keys.OUT, "Folder for what is left (default: .bascule/repros/CASE-TARGET).");
    }

    public Flags flags() {
        return flags;
    }

    public TargetOption target() {
        return target;
    }

    public Duration limit() {
        return Durations.parse(limit)
                .orElseThrow(() -> new BasculeException(
                        ErrorCode.USAGE_ERROR, "--limit '%s' is no time; one reads 90s or 10m".formatted(limit)));
    }

    public int maxSteps() {
        if (maxSteps < 1) {
            throw new BasculeException(ErrorCode.USAGE_ERROR, "--max-steps must be at least 1");
        }
        return maxSteps;
    }
}
