package dev.bascule.studies.profile;

import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.target.Machine;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A profile of a machine.
 *
 * @param machine the machine
 * @param startedAt when
 * @param elapsed how long it took
 * @param quick whether it was a quick one
 * @param interrupted whether it was stopped on its way
 * @param caches bytes of each cache of the first core as the system reports them, the nearest first; empty where it does not
 * @param hertz the clock as measured; empty where it was not
 * @param fastestHertz the clock of the fastest sample, which peaks are reckoned by: whatever else runs can only slow it
 * @param processor what peaks, and the names of working sets, stand on
 * @param peaks theoretical peaks of one core in one cycle by number format
 * @param load what else was going on, in words; empty where nothing was noticed
 * @param places one for each backend of each place, the native ones first
 * @param errors what kept things from being measured at all
 */
public record ProfileReport(
        Machine machine,
        Instant startedAt,
        Duration elapsed,
        boolean quick,
        boolean interrupted,
        Map<String, Long> caches,
        Optional<Rate> hertz,
        Optional<Double> fastestHertz,
        Processor processor,
        Map<String, TheoreticalPeak> peaks,
        List<String> load,
        List<PlaceProfile> places,
        List<Failure> errors) {

    public ProfileReport {
        load = List.copyOf(load);
        places = List.copyOf(places);
        errors = List.copyOf(errors);
    }

    /** Whether anything at all was measured. */
    public boolean isUseful() {
        return places.stream().anyMatch(PlaceProfile::isMeasured);
    }

    /**
     * Operations a second that so many threads could do at the fastest clock seen, at most one on each core, for two on one core
     * share its pipes; empty where the clock, the peak or, for more than one thread, the number of cores is unknown.
     */
    public Optional<Double> peak(String dtype, int threads) {
        Optional<Integer> working = threads == 1
                ? Optional.of(1)
                : processor.cores().isPresent()
                        ? Optional.of(Math.min(threads, processor.cores().getAsInt()))
                        : Optional.empty();
        return Optional.ofNullable(peaks.get(dtype))
                .filter(peak -> peak.perCycle().isPresent())
                .flatMap(peak -> fastestHertz.flatMap(
                        clock -> working.map(cores -> clock * peak.perCycle().getAsDouble() * cores)));
    }

    /** The same of all cores. */
    public Optional<Double> peakOfAllCores(String dtype) {
        return processor.cores().isPresent() ? peak(dtype, processor.cores().getAsInt()) : Optional.empty();
    }
}
