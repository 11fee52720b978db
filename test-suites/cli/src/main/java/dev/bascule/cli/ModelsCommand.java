package dev.bascule.cli;

import dev.bascule.app.config.Config;
import dev.bascule.cli.command.CliCommand;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.options.JsonOption;
import dev.bascule.cli.options.KindOptions;
import dev.bascule.fallback.error.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "models",
        description = {
            "Lists the built-in models.",
            "They have the layers and dimensions of the published ones and seeded weights; -micro ones are small.",
            "Models with trained weights: bascule models fetch."
        },
        subcommands = ModelsFetchCommand.class,
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule models",
            "  bascule models --family vision",
            "  bascule run bert-base --backends wasm,cpu",
            "  bascule run zoo --family vision --task image-classification"
        })
final class ModelsCommand extends CliCommand {
    @Mixin
    private final KindOptions kinds = new KindOptions();

    @Mixin
    private final JsonOption json = new JsonOption();

    ModelsCommand(CliContext context) {
        super(context);
    }

    @Override
    protected ExitCode execute(Config config) {
        Listing listing = Listings.models(kinds.filter());
        console().print(json.wanted() ? listing.json() : listing.text());
        return ExitCode.OK;
    }
}
