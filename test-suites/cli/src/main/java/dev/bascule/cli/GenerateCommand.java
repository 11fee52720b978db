package dev.bascule.cli;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import dev.bascule.app.generate.GeneratedFile;
import dev.bascule.app.generate.GeneratedTest;
import dev.bascule.app.generate.TestGenerator;
import dev.bascule.app.generate.TestRequest;
import dev.bascule.app.generate.TestSource;
import dev.bascule.app.run.OutFolder;
import dev.bascule.app.run.RunLookup;
import dev.bascule.cli.command.CliCommand;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.HistoryAccess;
import dev.bascule.cli.options.StoreOption;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.file.InputFile;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.export.OutputFiles;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.RunFilter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "generate",
        description = {
            "Makes a test of a cell, or of a model on a target that has no data yet: a suite, a JUnit 5 class that"
                    + " runs it, and a workflow for GitHub Actions that fails on regressions.",
            "Prints the files; --out DIR writes them into a project."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule generate bert-micro --target wasm            of its newest cell there, or of a gap",
            "  bascule generate bert-micro --target wasm --run 20261122-0936",
            "  bascule generate model.onnx --target 'webgpu->wasm' --browsers firefox-esr --out ."
        })
final class GenerateCommand extends CliCommand {
    @Parameters(
            paramLabel = "CASE|MODEL",
            description =
                    "A case id of the history or a glob of one, the name of a case's model, or a model as `run` takes"
                            + " it.")
    private String subject = "";

    @Option(
            names = "--target",
            required = true,
            paramLabel = "BACKEND|A->B->C",
            description = "Where it runs: a backend, or a fallback chain.")
    private String target = "";

    @Option(
            names = "--run",
            paramLabel = "RUN",
            description =
                    "The run to take the cell from, by its id or how it begins (default: the newest that has it).")
    private @Nullable String run;

    @Option(
            names = "--browsers",
            paramLabel = "NAME,…",
            description = "Browsers of a test of a gap (default: auto); that of a cell names the cell's own.")
    private @Nullable String browsers;

    @Option(
            names = "--package",
            paramLabel = "NAME",
            description = "The Java package of the test class (default: models).")
    private String javaPackage = TestRequest.PACKAGE;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Write the files into this project; a file that is there and differs is an error.")
    private @Nullable String out;

    @Option(names = "--overwrite", description = "With --out: replace files that are there.")
    private boolean overwrite;

    @Mixin
    private final StoreOption store = new StoreOption();

    GenerateCommand(CliContext context) {
        super(context);
    }

    @Override
    protected List<Flags> flags() {
        return List.of(store.flags());
    }

    @Override
    protected ExitCode execute(Config config) {
        if (overwrite && out == null) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "--overwrite belongs to --out: nothing is written without it",
                    "bascule generate CASE --target BACKEND --out . --overwrite");
        }
        Chain chain = Chain.parse(target, Backends.installed());
        Path project = context().folder().resolve(Optional.ofNullable(out).orElse(""));
        GeneratedTest test = TestGenerator.generate(new TestRequest(wish(config, chain), project, javaPackage, true));
        if (out != null) {
            write(test, OutFolder.prepare(project).path());
        }
        if (out == null) {
            test.files().forEach(file -> console().print("# ==> " + file.path() + "\n" + file.text()));
        } else {
            test.files()
                    .forEach(
                            file -> console().print(project.resolve(file.path()).toString()));
        }
        test.todo().forEach(line -> console().say("to do: " + line));
        return ExitCode.OK;
    }

    /** The cell where there is one; else the model of another cell; else what `run` would take. */
    private TestSource wish(Config config, Chain chain) {
        if (run == null && !HistoryAccess.exists(context(), config.get(Keys.STORE))) {
            return gap(new TestSource.GapModel.Named(subject), chain);
        }
        try (History history = HistoryAccess.existing(context(), config.get(Keys.STORE))) {
            List<RunRecord> runs = run == null ? List.of() : List.of(RunLookup.find(history, run));
            Optional<TestSource.Measured> cell =
                    runs.isEmpty() ? newest(history, Optional.of(chain)) : first(runs.get(0), Optional.of(chain));
            if (cell.isPresent() && browsers == null) {
                return cell.get();
            }
            Optional<TestSource.Measured> other =
                    runs.isEmpty() ? newest(history, Optional.empty()) : first(runs.get(0), Optional.empty());
            if (other.isEmpty() && run != null) {
                throw new BasculeException(
                        ErrorCode.NOTHING_SELECTED_TO_RUN,
                        "run %s has no case '%s'".formatted(runs.get(0).id(), subject),
                        "bascule matrix --run " + runs.get(0).id());
            }
            return gap(
                    other.<TestSource.GapModel>map(like -> new TestSource.GapModel.Like(like.run(), like.cell()))
                            .orElseGet(() -> new TestSource.GapModel.Named(subject)),
                    chain);
        }
    }

    private TestSource gap(TestSource.GapModel model, Chain chain) {
        return new TestSource.Gap(model, chain, Optional.ofNullable(browsers));
    }

    /** The newest cell of the subject that came from a plain run. */
    private Optional<TestSource.Measured> newest(History history, Optional<Chain> chain) {
        return history.runs(RunFilter.ALL).stream()
                .flatMap(heading -> history.find(heading.id()).stream())
                .flatMap(record -> first(record, chain).stream())
                .findFirst();
    }

    private Optional<TestSource.Measured> first(RunRecord record, Optional<Chain> chain) {
        String glob = subject.contains(":") ? subject : "*:*:" + subject;
        return record.runs().stream()
                .filter(cell ->
                        matches(cell, glob) && chain.map(cell.chain()::equals).orElse(true))
                .findFirst()
                .map(cell -> new TestSource.Measured(record, cell));
    }

    private static boolean matches(CaseRun cell, String glob) {
        return cell.caseId().matches(glob);
    }

    /** Nothing is written unless everything can be. */
    private void write(GeneratedTest test, Path project) {
        List<String> there = test.files().stream()
                .filter(file -> !overwrite && differs(project, file))
                .map(GeneratedFile::path)
                .toList();
        if (!there.isEmpty()) {
            throw new BasculeException(
                    ErrorCode.OUTPUT_UNWRITABLE,
                    "there is already, and differs: " + there.stream().collect(Collectors.joining(", ")),
                    "look at the new text without --out, or add --overwrite");
        }
        test.files().forEach(file -> refuseOutside(project, file));
        test.files().forEach(file -> OutputFiles.write(project.resolve(file.path()), file.text()));
    }

    /** A folder of the project may be a link that came with a checkout; one at the file itself is replaced, never followed. */
    private static void refuseOutside(Path project, GeneratedFile file) {
        Path path = project.resolve(file.path());
        Path there = path.resolveSibling("");
        while (!there.equals(project) && !Files.exists(there, LinkOption.NOFOLLOW_LINKS)) {
            there = there.resolveSibling("");
        }
        String why = "a folder of it is a link that leads out of the project";
        try {
            if (there.toRealPath().startsWith(project.toRealPath())) {
                return;
            }
        } catch (IOException dangling) {
            why = "a folder of it is a link to what is not there";
        }
        throw new BasculeException(
                ErrorCode.OUTPUT_UNWRITABLE,
                "%s cannot be written: %s".formatted(path, why),
                "look at the links in '%s', or name another folder with --out".formatted(project));
    }

    private static boolean differs(Path project, GeneratedFile file) {
        Path path = project.resolve(file.path());
        try {
            return Files.exists(path, LinkOption.NOFOLLOW_LINKS)
                    && (Files.isSymbolicLink(path)
                            || !InputFile.text(path, InputFile.TEXT).equals(file.text()));
        } catch (IOException unreadable) {
            return true;
        }
    }
}
