package dev.bascule.cli.recommend;

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

@Command(
        name = "recommend",
        abbreviateSynopsis = true,
        description = {
            "Says which models of a task keep limits on which targets of this machine.",
            "",
            "Runs nothing. What was measured comes first: cells that passed and are proven to have run there. What is"
                    + " predicted is marked, and fits only where the upper end of its interval does; what is unknown is"
                    + " listed with the command that settles it. What was wrong, unsupported or crashed is never"
                    + " recommended. That nothing fits is an answer, no error."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule recommend --task image-classification --within 'memory<=500MB,p95<=50ms'",
            "  bascule recommend --task keyword-spotting --within 'median<=2ms' --backends wasm,webnn",
            "  bascule recommend --task image-classification --within 'p95<=50ms' --json | jq '.fits[]'"
        })
public final class RecommendCommand extends CliCommand {
    @Mixin
    private final RecommendOptions options = new RecommendOptions();

    @Mixin
    private final StoreOption store = new StoreOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    RecommendCommand(CliContext context) {
        super(context);
    }

    @Override
    protected List<Flags> flags() {
        return List.of(store.flags());
    }

    @Override
    protected ExitCode execute(Config config) {
        Recommended found = new RecommendFinder(context(), config.get(Keys.STORE), options).find();
        if (json.wanted()) {
            JsonText.print(console(), RecommendDocument.of(found));
        } else {
            console().print(RecommendText.of(found));
        }
        return ExitCode.OK;
    }
}
