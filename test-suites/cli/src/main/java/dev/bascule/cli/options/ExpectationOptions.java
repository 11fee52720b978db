package dev.bascule.cli.options;

import picocli.CommandLine.Option;

/** What is known to fail, and whether that is to be learned from the run. */
public final class ExpectationOptions extends KnownFailureOptions {
    @Option(
            names = "--update-expectations",
            description =
                    "Write what came out into the (last) file of expectations, and fail for nothing that it now says.")
    private boolean update;

    public boolean update() {
        return update;
    }
}
