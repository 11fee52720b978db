package dev.bascule.app.local;

import dev.bascule.app.environment.RunEnvironment;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.execution.source.Column;
import dev.bascule.execution.source.ColumnPlanner;
import dev.bascule.execution.source.Place;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.studies.truth.TruthReport.Absent;
import dev.bascule.studies.truth.TruthRequest.Chosen;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The places on this machine that targets are: those that somebody named must be there. Stateless. */
final class ChosenPlaces {
    private ChosenPlaces() {}

    /** @param absent is told of those that are not here and that nobody named */
    static List<Place> of(RunRequest run, List<Chosen> targets, RunEnvironment environment, List<Absent> absent) {
        List<Place> places = new ArrayList<>();
        for (Chosen chosen : targets) {
            for (Place place : places(run, environment, chosen)) {
                Optional<Failure> missing = place.source().unavailable(place.backend());
                if (missing.isPresent() && chosen.named()) {
                    refuse(missing.get());
                }
                if (missing.isPresent()) {
                    absent.add(new Absent(place.backend().id(), missing.get().message()));
                } else if (!places.contains(place)) {
                    places.add(place);
                }
            }
        }
        if (places.isEmpty()) {
            throw new BasculeException(
                    ErrorCode.NOTHING_SELECTED_TO_RUN, "none of the backends asked for works here", "bascule doctor");
        }
        return places;
    }

    private static List<Place> places(RunRequest run, RunEnvironment environment, Chosen chosen) {
        List<Place> places = columns(run, environment, Chain.of(chosen.backend())).stream()
                .map(column -> column.place(chosen.backend()))
                .filter(place ->
                        chosen.browser().isEmpty() || place.source().address().equals(chosen.browser()))
                .toList();
        if (places.isEmpty() && chosen.named()) {
            throw new BasculeException(
                    ErrorCode.NOTHING_SELECTED_TO_RUN,
                    "no browser takes part that has %s"
                            .formatted(chosen.browser()
                                            .map(browser -> browser + ":")
                                            .orElse("")
                                    + chosen.backend().id()),
                    "bascule list browsers");
        }
        return places;
    }

    /** Where the backends of a chain are. */
    static List<Column> columns(RunRequest run, RunEnvironment environment, Chain chain) {
        return new ColumnPlanner(
                        run.setup().choice(),
                        environment.browsers(),
                        environment.nativeSource(),
                        environment.machine().hasHardwareGpu())
                .columns(chain);
    }

    static void refuse(Failure why) {
        throw new BasculeException(why.code(), why.message(), why.remedies().toArray(String[]::new));
    }
}
