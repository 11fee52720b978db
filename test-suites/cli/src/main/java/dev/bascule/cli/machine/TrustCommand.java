package dev.bascule.cli.machine;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Guard;
import dev.bascule.app.config.ProjectFile;
import dev.bascule.app.config.Setting;
import dev.bascule.app.config.TrustRecords;
import dev.bascule.cli.command.CliCommand;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.output.TextTable;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "trust",
        description = {
            "Lets the bascule.yaml of a folder make settings that run code, go to the network, or lead out of the folder:"
                    + " browserBinary, browserFlags, template, grid, bridgeHost, and paths in store, out, reporter,"
                    + " expectations and baseline. Shows those that it makes. All others count without this.",
            "The file is trusted as it is and where it is; when it changes, you are asked again. What it names is not"
                    + " looked at: a program or template inside of the project may change without its file.",
            "A folder of BASCULE_TRUST (divided as in a class path) is trusted whatever its file says, for CI."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule trust",
            "  bascule trust --list",
            "  bascule trust --revoke ../other-project",
            "  BASCULE_TRUST=\"$PWD\" bascule run          in a CI job, of what you would let run there anyway"
        })
public final class TrustCommand extends CliCommand {
    @Parameters(
            paramLabel = "FOLDER",
            arity = "0..1",
            description = "The folder of the bascule.yaml (default: this one).")
    private String folder = "";

    @ArgGroup(exclusive = true)
    private final Other other = new Other();

    /** What else than to trust. */
    static final class Other {
        @Option(names = "--list", description = "Show which files are trusted, and whether they are as they were.")
        private boolean list;

        @Option(names = "--revoke", description = "Trust the folder's file no longer.")
        private boolean revoke;
    }

    TrustCommand(CliContext context) {
        super(context);
    }

    @Override
    protected ExitCode execute(Config config) {
        TrustRecords records = context().configLoader().trustRecords();
        if (other.list) {
            list(records);
        } else if (other.revoke) {
            Path place = ProjectFile.place(file());
            boolean was = records.revoke(place);
            console().say((was ? "%s is no longer trusted" : "%s was not trusted").formatted(place));
        } else {
            trust(records);
        }
        return ExitCode.OK;
    }

    private Path file() {
        return context().folder().resolve(folder).resolve(ProjectFile.NAME);
    }

    private void trust(TrustRecords records) {
        Path asked = context().folder().resolve(folder);
        ProjectFile file = ProjectFile.in(asked)
                .orElseThrow(() -> new BasculeException(
                        ErrorCode.CONFIG_INVALID,
                        "there is no %s in '%s'".formatted(ProjectFile.NAME, asked.toAbsolutePath()),
                        "bascule trust FOLDER"));
        List<Setting<?>> guarded = context().configLoader().alone(file).settings().stream()
                .filter(setting -> setting.guard().isPresent())
                .<Setting<?>>map(setting -> setting)
                .toList();
        if (guarded.isEmpty()) {
            console().say("nothing in %s needs trust: it counts as it is".formatted(file.place()));
            return;
        }
        TextTable table = new TextTable("KEY", "VALUE", "WHY IT NEEDS TRUST");
        guarded.forEach(setting -> table.row(
                setting.key().name(),
                setting.text(),
                setting.guard().map(Guard::danger).orElse("")));
        console().print(table.toString());
        records.trust(file, context().clock().instant());
        console().say("%s is trusted as it is now; bascule trust --revoke takes that back".formatted(file.place()));
    }

    private void list(TrustRecords records) {
        List<TrustRecords.Entry> entries = records.all();
        if (entries.isEmpty()) {
            console().say("no file is trusted");
            return;
        }
        TextTable table = new TextTable("STATE", "SINCE", "SHA-256", "FILE");
        entries.forEach(entry -> table.row(
                state(records, entry),
                entry.trustedAt().toString(),
                entry.sha256().substring(0, Math.min(12, entry.sha256().length())),
                entry.place().toString()));
        console().print(table.toString());
    }

    /** {@code trusted}, {@code changed}, {@code gone} or {@code unreadable}. */
    private static String state(TrustRecords records, TrustRecords.Entry entry) {
        try {
            Optional<ProjectFile> file = ProjectFile.in(entry.place().resolveSibling(""));
            return file.map(found -> records.of(found).isGiven() ? "trusted" : "changed")
                    .orElse("gone");
        } catch (BasculeException unreadable) {
            return "unreadable";
        }
    }
}
