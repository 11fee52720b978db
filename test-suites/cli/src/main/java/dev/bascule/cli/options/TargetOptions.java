package dev.bascule.cli.options;

import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
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
            description =
                    "A fallback chain, instead of the suite's. May be repeated. Where nobody names any: webgpu->webnn->wasm,"
                            + " and natively what this machine has devices for (config show --origin says why).")
    void chain(List<String> texts) {
        texts.forEach(text -> flags.add(Keys.CHAINS, "--chain", text));
    }

    @Option(names = "--strict", description = "No fallback: leave out the chains.")
    void strict(boolean on) {
        if (on) {
            flags.add(Keys.STRICT, "--strict", "on");
        }
    }

    @Option(
            names = "--fall-back-on",
            paramLabel = "FAILURE,…",
            description = "Which failures move on to a chain's next backend; any other ends the chain: any, none, or"
                    + " unavailable, unsupported, compile-failed, out-of-memory, wrong, timed-out, device-lost, crashed,"
                    + " failed, and codes of errors such as wasm-trap (default: all of these but failed).")
    void fallBackOn(String text) {
        flags.add(Keys.FALL_BACK_ON, "--fall-back-on", text);
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
