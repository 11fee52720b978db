package dev.bascule.cli.machine;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Guard;
import dev.bascule.app.config.Keys;
import dev.bascule.app.config.Setting;
import dev.bascule.cli.command.CliCommand;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.JsonText;
import dev.bascule.cli.options.JsonOption;
import dev.bascule.cli.output.TextTable;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.suites.setting.Key;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "config",
        description = "Shows the settings.",
        subcommands = ConfigCommand.Show.class,
        synopsisSubcommandLabel = "show",
        footerHeading = "%nExamples:%n",
        footer = {"  bascule config show --origin"})
public final class ConfigCommand extends CliCommand {

    ConfigCommand(CliContext context) {
        super(context);
    }

    /** Without a sub-command: the same as {@code show}. */
    @Override
    protected ExitCode execute(Config config) {
        return show(context(), config, false, false);
    }

    private static ExitCode show(CliContext context, Config config, boolean origin, boolean json) {
        UntrustedText.of(config, "refused when used").ifPresent(context.console()::say);
        if (json) {
            List<Map<String, Object>> settings = new ArrayList<>();
            Keys.all().forEach(key -> settings.add(asMap(key, config.setting(key))));
            JsonText.print(context.console(), settings);
            return ExitCode.OK;
        }
        TextTable table = origin ? new TextTable("KEY", "VALUE", "ORIGIN") : new TextTable("KEY", "VALUE", "MEANING");
        for (Key<?> key : Keys.all()) {
            Optional<? extends Setting<?>> setting = config.setting(key);
            String value = setting.map(Setting::text).orElse("-");
            String from = setting.map(ConfigCommand::origin).orElse("not set");
            table.row(key.name(), value, origin ? from : key.description());
        }
        context.console().print(table.toString());
        return ExitCode.OK;
    }

    private static String origin(Setting<?> setting) {
        String where = setting.origin().where();
        return setting.guard()
                .map(guard -> "%s (%s: it %s)".formatted(where, guard.trust(), guard.danger()))
                .orElse(where);
    }

    private static Map<String, Object> asMap(Key<?> key, Optional<? extends Setting<?>> setting) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("key", key.name());
        map.put("value", setting.map(Setting::text));
        map.put("origin", setting.map(found -> found.origin().where()));
        map.put(
                "trust",
                setting.flatMap(Setting::guard).map(guard -> guard.trust().toString()));
        map.put("needsTrust", setting.flatMap(Setting::guard).map(Guard::danger));
        map.put("description", key.description());
        return map;
    }

    @Command(
            name = "show",
            description = {
                "Prints every setting that counts here.",
                "Flags stand above BASCULE_* variables, those above ./bascule.yaml, that above"
                        + " ~/.config/bascule/config.yaml, and that above the defaults. What a suite says about itself"
                        + " stands above the files, and below flags and variables.",
                "--origin says as well which settings of ./bascule.yaml need that it is trusted, and whether it is:"
                        + " see bascule trust."
            },
            footerHeading = "%nExamples:%n",
            footer = {"  bascule config show --origin", "  BASCULE_MIN_ITERATIONS=50 bascule config show --origin"})
    static final class Show extends CliCommand {
        @Mixin
        private final JsonOption json = new JsonOption();

        @Option(names = "--origin", description = "Where each value comes from.")
        private boolean origin;

        Show(CliContext context) {
            super(context);
        }

        @Override
        protected ExitCode execute(Config config) {
            return show(context(), config, origin, json.wanted());
        }
    }
}
