package dev.bascule.cli.classify;

import dev.bascule.app.config.Config;
import dev.bascule.cli.command.CliCommand;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.JsonText;
import dev.bascule.cli.options.JsonOption;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.models.classify.Calibration;
import dev.bascule.models.classify.ModelClassifier;
import dev.bascule.models.hub.HubSettings;
import dev.bascule.models.source.ModelResolver;
import dev.bascule.models.source.ResolvedModel;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "classify",
        abbreviateSynopsis = true,
        description = {
            "Says what kind of network a model is: family, architecture, task and size, each with its evidence in the graph.",
            "",
            "Runs nothing. Inputs, outputs and motifs decide, names only where these leave a question open. A probability is the"
                    + " share of networks of known kind that were told rightly with evidence as strong; where the evidence is"
                    + " thin the answer is unknown.",
            "",
            "Sizes, by whichever is larger at batch 1: micro below 1M parameters and 100M operations; small below 10M and 2G;"
                    + " medium below 150M and 50G; large below 1.5G and 500G; huge above."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule classify model.onnx",
            "  bascule classify resnet-18 hf:org/repo --ignore-names",
            "  bascule classify model.onnx --json | jq '.models[0].architecture'"
        })
public final class ClassifyCommand extends CliCommand {
    @Parameters(
            paramLabel = "MODEL",
            arity = "1..*",
            description = "A model as `run` takes it: an .onnx file, a built-in name, real:NAME, hf:org/repo[/file].")
    private List<String> models = List.of();

    @Option(
            names = "--ignore-names",
            description =
                    "Look at no name of an input and at no config.json beside the model, even where the graph tells nothing.")
    private boolean ignoreNames;

    @Mixin
    private final JsonOption json = new JsonOption();

    ClassifyCommand(CliContext context) {
        super(context);
    }

    @Override
    protected ExitCode execute(Config config) {
        ModelResolver resolver = ModelResolver.lenient(
                CacheFolder.of(context().environment(), context().home()),
                HubSettings.of(context().environment()));
        ModelClassifier classifier = new ModelClassifier(Calibration.shipped());
        List<ClassifiedModel> found = models.stream()
                .map(reference -> resolver.resolve(reference, Path.of("")))
                .map(model -> classified(classifier, model))
                .toList();
        if (json.wanted()) {
            JsonText.print(console(), ClassifyDocument.of(found, !ignoreNames));
        } else {
            console().print(ClassifyText.of(found));
        }
        return ExitCode.OK;
    }

    private ClassifiedModel classified(ModelClassifier classifier, ResolvedModel model) {
        return new ClassifiedModel(
                model.info(),
                classifier.classify(model.inspection(), model.info().parameters(), !ignoreNames));
    }
}
