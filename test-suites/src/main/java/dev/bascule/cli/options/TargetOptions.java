package dev.bascule.cli.options;

import dev.bascule.cli.config.Flags;
import dev.bascule.cli.config.Key;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which cases, on which backends and chains. */
public final class TargetOptions {
    private final Flags flags = new Flags();

    @Mixin
    private final BackendOptions backends = new BackendOptions();

    @Option(
            names = "--chain",
            paramLabel = "A->B->C",
            description = "A fallback chain, instead of the suite's. May be repeated.")
    void chain(List<String> texts) {
        texts.forEach(text -> flags.add(Key.CHAINS, "--chain", text));
    }

    @Option(names = "--strict", description = "No fallback: leave out the chains.")
    void strict(boolean on) {
        if (on) {
            flags.add(Key.STRICT, "--strict", "on");
        }
    }

    public Flags flags() {
        Flags all = new Flags();
        all.addAll(backends.flags());
        all.addAll(flags);
        return all;
    }

    public List<String> filters() {
        return backends.filters();
    }
}
