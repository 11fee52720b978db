package dev.bascule.cli;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Flags;
import dev.bascule.app.run.RunPlan;
import dev.bascule.app.run.SuiteArguments;
import dev.bascule.cli.command.CliCommand;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.JsonText;
import dev.bascule.cli.options.JsonOption;
import dev.bascule.cli.options.KindOptions;
import dev.bascule.cli.options.TargetOptions;
import dev.bascule.cli.run.ModelKinds;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.fallback.error.ExitCode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "list",
        abbreviateSynopsis = true,
        description = "Lists what there is to choose from: models, backends, browsers, suites, or the cases of suites.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule list                        everything but cases",
            "  bascule list browsers --json",
            "  bascule list cases quickstart --filter 'bert*'",
            "  bascule list cases zoo --family vision"
        })
final class ListCommand extends CliCommand {

    /** What can be listed. */
    enum What {
        models,
        backends,
        browsers,
        suites,
        cases
    }

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "models|backends|browsers|suites|cases",
            description = "What to list (default: all but cases).")
    private @Nullable What what;

    @Parameters(index = "1..*", paramLabel = "SUITE|MODEL", description = "Whose cases (default: quickstart).")
    private List<String> arguments = List.of();

    @Mixin
    private final TargetOptions targets = new TargetOptions();

    @Mixin
    private final KindOptions kinds = new KindOptions();

    @Mixin
    private final JsonOption json = new JsonOption();

    ListCommand(CliContext context) {
        super(context);
    }

    @Override
    protected List<Flags> flags() {
        return List.of(targets.flags());
    }

    @Override
    protected ExitCode execute(Config config) {
        What wanted = what;
        if (wanted != null) {
            Listing listing = listing(wanted, config);
            console().print(json.wanted() ? listing.json() : listing.text());
            return ExitCode.OK;
        }
        List<Listing> all = List.of(What.models, What.backends, What.browsers, What.suites).stream()
                .map(each -> listing(each, config))
                .toList();
        if (json.wanted()) {
            Map<String, Object> document = new LinkedHashMap<>();
            all.forEach(listing -> document.put(listing.title(), listing.objects()));
            JsonText.print(console(), document);
        } else {
            all.forEach(listing ->
                    console().print(console().outStyle().strong(listing.title()) + "\n" + listing.text() + "\n"));
        }
        return ExitCode.OK;
    }

    private Listing listing(What each, Config config) {
        return switch (each) {
            case models -> Listings.models(kinds.filter());
            case backends -> Listings.backends();
            case browsers -> Listings.browsers(context().services().browsers());
            case suites -> Listings.suites();
            case cases ->
                Listings.cases(new RunPlan(config)
                        .cases(
                                // What is listed is not fetched for it.
                                kinds.filter().of(SuiteArguments.read(arguments), ModelKinds.withoutNetwork(context())),
                                targets.filters(),
                                new BrowserChoice.Auto()));
        };
    }
}
