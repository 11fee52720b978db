package dev.bascule.cli.run;

import dev.bascule.app.config.Config;
import dev.bascule.app.run.OutFolder;
import dev.bascule.app.versions.VersionChoice;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.JsonText;
import dev.bascule.cli.options.MatrixOptions;
import dev.bascule.cli.options.OverOptions;
import dev.bascule.cli.output.MatrixDocument;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.install.ReleaseVersion;
import dev.bascule.reports.export.OutputFiles;
import dev.bascule.reports.export.VersionsPage;
import dev.bascule.reports.matrix.Matrix;
import dev.bascule.reports.matrix.VersionMatrix;
import dev.bascule.studies.bisect.Axis;
import dev.bascule.studies.bisect.VersionShelf;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Runs cases with several versions, and shows these beside each other.
 *
 * @param options that name the versions, the cases and the form of what is shown
 * @param command the command line
 */
record OverMatrix(CliContext context, MatrixOptions options, String command) {

    /** How the runs ended, once their matrix was shown. */
    ExitCode show(Config config) {
        OverOptions over = options.over();
        Axis axis = over.axis();
        VersionChoice choice = over.choice(config);
        // A page that cannot be written is told before anything is fetched or run.
        Optional<Path> page = options.html().map(place -> context.page(place, "versions.html"));
        page.ifPresent(file -> OutFolder.check(file, "--html"));
        VersionShelf shelf = context.services().versions(over.fetch());
        List<ReleaseVersion> known = OverRuns.known(shelf, axis);
        List<ReleaseVersion> versions = choice.of(known);
        RunRequest request = new RunWish(
                        options.arguments(),
                        over.kinds().filter(),
                        over.inputs().fed(),
                        options.filter().map(List::of).orElse(List.of()),
                        command)
                .request(context, config);
        Optional<List<ReleaseVersion>> published = Optional.of(known).filter(any -> over.fetch());
        OverRuns.Found found = new OverRuns(context, config, axis, shelf, published, request).of(versions);
        show(axis, found, page);
        return found.ended();
    }

    private void show(Axis axis, OverRuns.Found found, Optional<Path> page) {
        Matrix matrix =
                VersionMatrix.of(found.slices(), axis == Axis.BROWSER ? Optional.of(axis.product()) : Optional.empty());
        page.ifPresent(file -> {
            OutputFiles.write(
                    file,
                    VersionsPage.render(
                            matrix, axis.product(), command, context.clock().instant()));
            context.console().say(file.toString());
        });
        if (options.json()) {
            JsonText.print(
                    context.console(),
                    MatrixDocument.of(axis.word(), axis.product(), found.slices(), found.runs(), found.costs()));
        } else {
            context.console().print(PrintedReports.matrix(matrix, found.costs(), context.console()));
        }
    }
}
