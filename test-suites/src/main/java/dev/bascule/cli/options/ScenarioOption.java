package dev.bascule.cli.options;

import dev.bascule.cli.config.Flags;
import dev.bascule.cli.config.Key;
import picocli.CommandLine.Option;

/** What to observe beyond the attempts. */
public final class ScenarioOption {
    private final Flags flags = new Flags();

    @Option(
            names = "--scenario",
            paramLabel = "LIST",
            description =
                    "What to observe on each strict target beyond the attempts, on top of what the suite asks for:"
                            + " visits (fresh profile, same page, second visit), state-leak, soak (memory over many cycles),"
                            + " stream (sound in real time), decode (one sound in five codings).")
    void scenario(String text) {
        flags.add(Key.SCENARIO, "--scenario", text);
    }

    @Option(
            names = "--cycles",
            paramLabel = "N",
            description = "Times that a soak creates, runs and releases (default: 30).")
    void cycles(String text) {
        flags.add(Key.CYCLES, "--cycles", text);
    }

    public Flags flags() {
        return flags;
    }
}
