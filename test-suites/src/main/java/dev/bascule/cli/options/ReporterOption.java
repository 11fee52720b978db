package dev.bascule.cli.options;

import dev.bascule.cli.config.Flags;
import dev.bascule.cli.config.Key;
import picocli.CommandLine.Option;

/** Which reports, beside those in the folder of the run. */
public final class ReporterOption {
    private final Flags flags = new Flags();

    @Option(
            names = "--reporter",
            paramLabel = "NAME[=PATH],…",
            description = "list (the matrix on stdout), github (annotations on stderr), json, md, html, csv, junit;"
                    + " =PATH names a file or folder, else it goes to the folder of the run (default: list)."
                    + " run.json, the Markdown and the HTML report are always written there.")
    void reporter(String text) {
        flags.add(Key.REPORTER, "--reporter", text);
    }

    public Flags flags() {
        return flags;
    }
}
