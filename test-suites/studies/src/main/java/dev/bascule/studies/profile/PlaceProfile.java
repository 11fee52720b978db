package dev.bascule.studies.profile;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.hardware.CapabilitySet;
import dev.bascule.studies.profile.KneeFinder.Knee;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What one backend in one place did: a column.
 *
 * @param place {@code native}, or the browser with its version
 * @param backend the backend
 * @param engine what executed models there; empty where nothing said
 * @param software whether its adapter is a software one; empty where nobody could tell or there is none
 * @param facts of the device and of the kernels, by name
 * @param figures in the order measured
 * @param knees where bandwidth steps down as the working set grows; empty where there was no sweep
 * @param transfer the way to the device and back as a line; empty where it is none
 * @param verified number formats that were tried, and whether it computes in them
 * @param reason why there are no figures at all
 */
public record PlaceProfile(
        String place,
        Backend backend,
        Optional<Engine> engine,
        Optional<Boolean> software,
        Map<String, String> facts,
        List<ProfileFigure> figures,
        List<Knee> knees,
        Optional<TransferLine> transfer,
        CapabilitySet verified,
        Optional<String> reason) {

    public PlaceProfile {
        facts = Collections.unmodifiableMap(new TreeMap<>(facts));
        figures = List.copyOf(figures);
        knees = List.copyOf(knees);
    }

    /** Whether anything was measured there. */
    public boolean isMeasured() {
        return figures.stream().anyMatch(figure -> figure.rate().isPresent());
    }

    /** Whether it is this side's CPU, so that what is known of the processor holds for it. */
    public boolean isCpu() {
        return backend.isHostCpu();
    }

    PlaceProfile withVerified(CapabilitySet other) {
        return new PlaceProfile(place, backend, engine, software, facts, figures, knees, transfer, other, reason);
    }

    /** With these figures, and, where they are others, the steps that they show. */
    PlaceProfile measuredAnew(List<ProfileFigure> other) {
        if (other.equals(figures)) {
            return this;
        }
        return new PlaceProfile(
                place,
                backend,
                engine,
                software,
                facts,
                other,
                knees.isEmpty() ? knees : ProfileAnalysis.knees(other),
                transfer,
                verified,
                reason);
    }

    PlaceProfile withFigures(List<ProfileFigure> other) {
        return new PlaceProfile(place, backend, engine, software, facts, other, knees, transfer, verified, reason);
    }
}
