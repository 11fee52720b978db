package dev.bascule.cli.requirements;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import dev.bascule.cli.command.CliCommand;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.JsonText;
import dev.bascule.cli.options.JsonOption;
import dev.bascule.cli.options.StoreOption;
import dev.bascule.fallback.error.ExitCode;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "requirements",
        abbreviateSynopsis = true,
        description = {
            "Says what a model asks of this machine: memory, disk, threads, and the batch that fits, for each target.",
            "",
            "Runs nothing. What processes grow by is bounded from what they grew by with other models, on this kind of"
                    + " target; a target where nobody measured has no number."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule requirements model.onnx",
            "  bascule requirements zoo:resnet-18 --json | jq '.targets[] | {target, batchThatFits}'"
        })
public final class RequirementsCommand extends CliCommand {
    @Parameters(
            paramLabel = "MODEL",
            description = "A model as `run` takes it: an .onnx file, a built-in name, real:NAME, hf:org/repo[/file].")
    private String model = "";

    @Mixin
    private final StoreOption store = new StoreOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    RequirementsCommand(CliContext context) {
        super(context);
    }

    @Override
    protected List<Flags> flags() {
        return List.of(store.flags());
    }

    @Override
    protected ExitCode execute(Config config) {
        Requirements found = new RequirementsFinder(context(), config.get(Keys.STORE)).of(model);
        if (json.wanted()) {
            JsonText.print(console(), RequirementsDocument.of(found));
        } else {
            console().print(RequirementsText.of(found));
        }
        return ExitCode.OK;
    }
}
