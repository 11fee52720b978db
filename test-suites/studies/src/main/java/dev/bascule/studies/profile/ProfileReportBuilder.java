package dev.bascule.studies.profile;

import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.target.Machine;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Gathers a report as it grows, so that one who interrupts has what there is. Belongs to one thread. */
public final class ProfileReportBuilder {
    private final Clock clock;
    private final Instant startedAt;
    private final boolean quick;
    private final Map<String, Long> caches = new LinkedHashMap<>();
    private final List<PlaceProfile> places = new ArrayList<>();
    private final List<Failure> errors = new ArrayList<>();
    private final List<String> load = new ArrayList<>();
    private Machine machine =
            new Machine("unknown", "unknown", new Machine.Cpu("unknown", 1, List.of()), Optional.empty(), List.of());
    private Processor processor = Processor.UNKNOWN;
    private boolean interrupted;

    public ProfileReportBuilder(Clock clock, boolean quick) {
        this.clock = clock;
        this.startedAt = clock.instant();
        this.quick = quick;
    }

    public void machine(Machine known) {
        machine = known;
    }

    public void cache(String name, long bytes) {
        caches.put(name, bytes);
    }

    /** What its peaks stand on. */
    public void processor(Processor known) {
        processor = known;
    }

    public void place(PlaceProfile place) {
        places.add(place);
    }

    public void error(Failure failure) {
        errors.add(failure);
    }

    /** What else was going on. */
    public void load(String words) {
        load.add(words);
    }

    public void interrupted() {
        interrupted = true;
    }

    /** What there is by now; each figure of a CPU held against what is possible. */
    public ProfileReport build() {
        PhysicalBounds bounds = PhysicalBounds.of(machine, processor);
        places.replaceAll(place -> place.backend().accelerator() == DeviceType.CPU
                ? place.measuredAnew(bounds.held(place.figures()))
                : place);
        ProfileReport report = report(places);
        return report(places.stream()
                .map(place -> place.backend().accelerator() == DeviceType.CPU
                        ? place.withFigures(ProfileAnalysis.held(place.figures(), report))
                        : place)
                .map(place -> place.withVerified(ProfileAnalysis.verified(
                        place.figures(), place.backend(), machine.cpu().features())))
                .toList());
    }

    private Stream<ProfileFigure> clocks() {
        return places.stream()
                .flatMap(place -> place.figures().stream())
                .filter(figure -> figure.subject() == ProfileFigure.Subject.CLOCK);
    }

    private ProfileReport report(List<PlaceProfile> shown) {
        List<String> features = machine.cpu().features();
        return new ProfileReport(
                machine,
                startedAt,
                Duration.between(startedAt, clock.instant()),
                quick,
                interrupted,
                new LinkedHashMap<>(caches),
                clocks().flatMap(figure -> figure.rate().stream()).findFirst(),
                clocks().filter(figure -> figure.rate().isPresent())
                        .map(figure -> figure.work() / figure.samples().sorted()[0] * 1e3)
                        .max(Double::compare),
                processor,
                Map.of(
                        "float32", TheoreticalPeak.float32(features, processor),
                        "int8", TheoreticalPeak.int8(features, processor)),
                load,
                shown,
                errors);
    }
}
