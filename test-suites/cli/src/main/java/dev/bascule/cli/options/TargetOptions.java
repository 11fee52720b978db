package dev.bascule.cli.options;

import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Which cases, on which backends and chains. */
public final class TargetOptions {
    private final Flags flags = new Flags();

    @Mixin
    private final BackendOptions backends = new BackendOptions();

    @Spec
    void spec(CommandSpec own) {
        new RowOptions(own, flags)
                .each(
                        Keys.CHAINS,
                        "--chain",
                        "A->B->C",
                        "A fallback chain, instead of the suite's. May be repeated. Where nobody names any:"
                                + " webgpu->webnn->wasm, and natively what this machine has devices for (config show --origin"
                                + " says why).")
                .flag(Keys.STRICT, "No fallback: leave out the chains.")
                .add(
                        Keys.FALL_BACK_ON,
                        "Which failures move on to a chain's next backend; any other ends the chain: any, none, or"
                                + " unavailable, unsupported, compile-failed, out-of-memory, wrong, timed-out, device-lost,"
                                + " crashed, failed, and codes of errors such as wasm-trap (default: all of these but"
                                + " failed).");
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
