package dev.bascule.cli.run;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Keys;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.studies.conformance.CaseSelection;
import dev.bascule.studies.conformance.CaseSelection.Chosen;
import dev.bascule.studies.conformance.ConformanceRequest;
import dev.bascule.studies.conformance.ForeignGraphs;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import dev.bascule.studies.conformance.cases.ConformanceCases.Unreadable;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Applies the settings to conformance cases. Immutable.
 *
 * @param config the settings that count
 */
record ConformancePlan(Config config) {

    CaseSelection choice(List<String> filters) {
        return new CaseSelection(
                filters,
                config.find(Keys.SAMPLE),
                config.find(Keys.SHARD),
                config.get(Keys.SHUFFLE),
                config.get(Keys.SEED));
    }

    /**
     * The request.
     *
     * @throws BasculeException {@link ErrorCode#NOTHING_SELECTED_TO_RUN} where no backend is left, or none for these cases
     */
    ConformanceRequest request(String id, Chosen chosen, BrowserSetup setup, String command) {
        ConformanceRequest request = new ConformanceRequest(
                new Invocation(id, suite(chosen), chosen.hash(), config.get(Keys.SEED), command),
                chosen.cases(),
                backends(setup),
                setup,
                config.get(Keys.WORKERS),
                config.get(Keys.CASE_TIMEOUT),
                config.get(Keys.MACHINE_LOCK));
        if (ForeignGraphs.areAll(request)) {
            throw new BasculeException(
                    ErrorCode.NOTHING_SELECTED_TO_RUN,
                    "every one of the %d cases is a WebNN graph, which only webnn builds; asked for: %s"
                            .formatted(request.cases().cases().size(), String.join(", ", request.backends())),
                    "--backends webnn");
        }
        return request;
    }

    /** Those of the chosen sides. */
    private List<String> backends(BrowserSetup setup) {
        boolean browsers = !(setup.choice() instanceof BrowserChoice.None);
        List<String> left = config.get(Keys.BACKENDS).stream()
                .filter(backend -> browsers || backend.side() == Side.NATIVE)
                .map(Backend::id)
                .distinct()
                .toList();
        if (left.isEmpty()) {
            throw new BasculeException(
                    ErrorCode.NOTHING_SELECTED_TO_RUN,
                    "no backend is left to run on" + (browsers ? "" : ": --browsers none leaves native backends only"));
        }
        return left;
    }

    /** The names of the folders, which the ids begin with. */
    private static String suite(Chosen chosen) {
        return Stream.concat(
                        chosen.cases().cases().stream().map(ConformanceCase::id),
                        chosen.cases().unreadable().stream().map(Unreadable::id))
                .map(CaseId::suite)
                .distinct()
                .sorted()
                .collect(Collectors.joining("+"));
    }
}
