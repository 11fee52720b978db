package dev.bascule.cli;

import dev.bascule.cli.config.Config;
import dev.bascule.cli.options.JsonOption;
import dev.bascule.fallback.error.ExitCode;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "version",
        description = "Prints the version.",
        footerHeading = "%nExamples:%n",
        footer = {"  bascule version", "  bascule version --json"})
final class VersionCommand extends CliCommand {
    @Mixin
    private final JsonOption json = new JsonOption();

    VersionCommand(CliContext context) {
        super(context);
    }

    @Override
    ExitCode execute(Config config) {
        if (!json.wanted()) {
            console().print(Version.line());
            return ExitCode.OK;
        }
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("bascule", Version.number());
        facts.put("java", System.getProperty("java.runtime.version", "unknown"));
        facts.put("os", System.getProperty("os.name", "unknown") + " " + System.getProperty("os.version", "unknown"));
        facts.put("arch", System.getProperty("os.arch", "unknown"));
        JsonText.print(console(), facts);
        return ExitCode.OK;
    }
}
