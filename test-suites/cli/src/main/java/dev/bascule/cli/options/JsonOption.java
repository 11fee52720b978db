package dev.bascule.cli.options;

import picocli.CommandLine.Option;

/** Whether stdout gets one JSON document. */
public final class JsonOption {
    @Option(names = "--json", description = "One JSON document on stdout.")
    private boolean json;

    public boolean wanted() {
        return json;
    }
}
