package dev.bascule.cli;

import dev.bascule.app.config.Config;
import dev.bascule.cli.command.CliCommand;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.JsonText;
import dev.bascule.cli.command.Version;
import dev.bascule.cli.options.JsonOption;
import dev.bascule.fallback.error.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "version",
        description = "Prints the version; as JSON with commit, engines and the checksums of its files.",
        footerHeading = "%nExamples:%n",
        footer = {"  bascule version", "  bascule version --json"})
final class VersionCommand extends CliCommand {
    @Mixin
    private final JsonOption json = new JsonOption();

    VersionCommand(CliContext context) {
        super(context);
    }

    @Override
    protected ExitCode execute(Config config) {
        if (!json.wanted()) {
            console().print(Version.line());
            return ExitCode.OK;
        }
        JsonText.print(console(), VersionDocument.ofThisBuild());
        return ExitCode.OK;
    }
}
