package dev.bascule.cli;

import dev.bascule.app.config.Keys;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.testing.Checkout;
import dev.bascule.reports.format.MarkdownText;
import dev.bascule.suites.setting.Key;
import dev.bascule.suites.setting.Risk;
import dev.bascule.suites.setting.Scope;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;

/** The pages of {@code docs/reference} that the code itself writes. Stateless. */
final class ReferencePages {
    private static final String MADE =
            "<!-- Written from the code: mvn -pl test-suites/cli -am test -Dtest=ReferencePagesTest"
                    + " -Dbascule.writeReference=true -Dsurefire.failIfNoSpecifiedTests=false -->\n\n";

    private ReferencePages() {}

    static Path file(String name) {
        return Checkout.path("docs/reference").resolve(name);
    }

    /** Every setting by its name in files, as an option and as a variable. */
    static String settings(CommandLine root) {
        Set<String> options = all(root)
                .flatMap(line -> line.getCommandSpec().optionsMap().keySet().stream())
                .collect(Collectors.toSet());
        StringBuilder page = new StringBuilder("# Settings\n\n").append(MADE);
        page.append(
                "From the strongest to the weakest: options, `BASCULE_*` variables, the suite, `./bascule.yaml`, the user's"
                        + " configuration, defaults. `bascule config show --origin` tells what counts and why. Where a project's file may"
                        + " not say it before `bascule trust`, the last column says why.\n\n");
        page.append("| in files | option | variable | default | in a suite | what it is | trust |\n"
                + "| --- | --- | --- | --- | --- | --- | --- |\n");
        for (Key<?> key : Keys.all()) {
            page.append("| `%s` | %s | `%s` | %s | %s | %s | %s |\n"
                    .formatted(
                            key.name(),
                            option(key, options),
                            key.variable(),
                            key.standard()
                                    .filter(text -> !text.isEmpty())
                                    .map(text -> "`" + text + "`")
                                    .orElse(""),
                            suite(key.scope()),
                            cell(key.description()),
                            trust(key.risk())));
        }
        return page.toString();
    }

    /** As a command has it: what may be repeated is named once there. */
    private static String option(Key<?> key, Set<String> options) {
        return Stream.of(key.option(), key.option().replaceFirst("s$", ""))
                .filter(options::contains)
                .findFirst()
                .map(found -> "`" + found + "`")
                .orElse("");
    }

    /** Where a suite may say it among its {@code settings}; others it says elsewhere, or not at all. */
    private static String suite(Scope scope) {
        return switch (scope) {
            case INVOCATION -> "";
            case SUITE -> "`settings`";
            case CASE -> "`settings`; names the case";
        };
    }

    private static String trust(Risk risk) {
        return switch (risk) {
            case HARMLESS -> "";
            case PATHS, HISTORY -> "where it leads out of the folder";
            case CODE -> "runs code";
            case NETWORK -> "goes to the network";
        };
    }

    /** Exit codes, then each code of an error with its severity, category, exit code and remedies. */
    static String errors() {
        StringBuilder page = new StringBuilder("# Errors and exit codes\n\n").append(MADE);
        page.append("| exit code | means |\n| --- | --- |\n");
        for (ExitCode code : ExitCode.values()) {
            page.append("| %d | %s |\n".formatted(code.status(), words(code)));
        }
        page.append("\n`code`, `severity`, `category` and `remedies` of an error in JSON are these:\n\n");
        page.append("| code | severity | category | exit | remedies |\n| --- | --- | --- | --- | --- |\n");
        for (ErrorCode code : ErrorCode.values()) {
            page.append("| `%s` | %s | %s | %d | %s |\n"
                    .formatted(
                            code.name(),
                            code.severity().name().toLowerCase(Locale.ROOT),
                            code.category().name().toLowerCase(Locale.ROOT),
                            code.exitCode().status(),
                            code.remedies().stream().map(ReferencePages::cell).collect(Collectors.joining(" · "))));
        }
        return page.toString();
    }

    private static String words(ExitCode code) {
        return switch (code) {
            case OK -> "fine";
            case FAILURES -> "failures or regressions";
            case USAGE -> "usage";
            case INVALID_INPUT -> "an invalid suite, model or configuration";
            case NOTHING_SELECTED -> "nothing selected";
            case ENVIRONMENT -> "the environment is unusable: nothing that was asked for is there";
            case INFRASTRUCTURE -> "infrastructure, or a time-out";
            case BUG -> "a bug; what was measured before is kept";
            case INTERRUPTED -> "interrupted; a partial report is written and marked, with the cells that were not run";
        };
    }

    /** What {@code --help} says of every command. */
    static String commands(CommandLine root) {
        StringBuilder page = new StringBuilder("# Commands\n\n").append(MADE);
        all(root)
                .forEach(line -> page.append("## %s\n\n```\n%s\n```\n\n"
                        .formatted(
                                line.getCommandSpec().qualifiedName(),
                                line.getUsageMessage(CommandLine.Help.Ansi.OFF)
                                        .lines()
                                        .map(String::stripTrailing)
                                        .collect(Collectors.joining("\n"))
                                        .strip())));
        return page.toString().stripTrailing() + "\n";
    }

    private static Stream<CommandLine> all(CommandLine line) {
        return Stream.concat(
                Stream.of(line),
                line.getSubcommands().values().stream()
                        .filter(below -> !below.getCommandSpec().usageMessage().hidden())
                        .distinct()
                        .flatMap(ReferencePages::all));
    }

    private static String cell(String text) {
        return MarkdownText.text(text);
    }
}
