package dev.bascule.prediction.validate;

import dev.bascule.prediction.data.Observation;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.data.TargetTimes;
import dev.bascule.prediction.data.TrainingSet;
import dev.bascule.prediction.fit.Baselines;
import dev.bascule.prediction.fit.Fits;
import dev.bascule.prediction.fit.Layers;
import dev.bascule.prediction.fit.Level;
import dev.bascule.prediction.fit.Method;
import dev.bascule.prediction.fit.Methods;
import dev.bascule.prediction.fit.ProbedTarget;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Validates everything on one training set. Belongs to one thread; takes about 8 s for 48 models on 7 targets, and several times as long
 * where minima are known.
 */
public final class Validation {
    private static final List<Double> LEVELS = List.of(0.8, 0.9, 0.95);
    private static final int PROBES = 10;

    private final TrainingSet set;
    private final Fits fits;
    private final Layers layers;
    private final LeaveOut leaveOut;
    private final Consumer<String> progress;
    private final List<ValidationReport.Result> results = new ArrayList<>();

    private Validation(Fits fits, Layers layers, Consumer<String> progress) {
        this.set = fits.set();
        this.fits = fits;
        this.layers = layers;
        this.leaveOut = new LeaveOut(fits);
        this.progress = progress;
    }

    /**
     * Holds every method and baseline against what it never saw: medians, and minima where the data have them.
     *
     * @param progress is told what is at hand
     * @throws IllegalArgumentException of a set without observations
     */
    public static ValidationReport of(TrainingSet set, Consumer<String> progress) {
        if (set.observations().isEmpty()) {
            throw new IllegalArgumentException("nothing was observed");
        }
        Fits fits = new Fits(set);
        return new Validation(fits, new Layers(fits), progress).report();
    }

    private ValidationReport report() {
        List<Method> methods =
                Stream.concat(Baselines.ALL.stream(), Methods.all().stream()).toList();
        Map<String, List<Trial>> fresh = new TreeMap<>();
        for (Method method : methods) {
            progress.accept("%s, one architecture left out".formatted(method.id()));
            List<Trial> trials = across(target -> leaveOut.architectures(method, target));
            fresh.put(method.id(), trials);
            add(Scheme.NEW_ARCHITECTURE, method, trials);
        }
        Map<String, List<Trial>> known = new TreeMap<>();
        for (Method method : methods) {
            progress.accept("%s, one model left out".formatted(method.id()));
            List<Trial> trials = across(target -> leaveOut.models(method, target));
            known.put(method.id(), trials);
            // As predict makes intervals: of errors on architectures that the fit never saw.
            List<Trial> scores = fresh.getOrDefault(method.id(), List.of());
            add(Scheme.KNOWN_ARCHITECTURE, method, trials, new Coverages.Others(scores)::of);
        }
        progress.accept("targets left out but for %d probes".formatted(PROBES));
        List<Trial> probed = across(target -> probed(set, target));
        Coverer ofNewTargets = (trials, level) -> Coverages.ofNewTargets(set, trials, probed, level);
        add(Scheme.NEW_TARGET, ProbedTarget.METHOD, probed, ofNewTargets);
        add(Scheme.NEW_BOTH, ProbedTarget.METHOD, across(this::probedWithoutArchitectures), ofNewTargets);
        List<String> notes = engineVersions(methods);
        progress.accept("later sessions from earlier ones");
        return new ValidationReport(
                data(),
                results,
                MethodChoices.of(layers.answering(), fresh, known),
                layers.decisions(),
                set.targets().values().stream().map(Validation::noise).toList(),
                later(set),
                layers.answering().stream()
                        .flatMap(method -> fresh.getOrDefault(method.id(), List.of()).stream())
                        .toList(),
                notes,
                undisturbed());
    }

    private Optional<ValidationReport> undisturbed() {
        Fits minima = fits.undisturbed();
        return minima.set().observations().isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new Validation(minima, layers.undisturbed(), said -> progress.accept("undisturbed: " + said))
                                .report());
    }

    /** What could not be held against another version. */
    private List<String> engineVersions(List<Method> methods) {
        boolean any = false;
        for (Method method : methods) {
            if (method.level() != Level.L2) {
                List<Trial> trials = across(target -> leaveOut.engineVersion(method, target));
                any |= !trials.isEmpty();
                add(
                        Scheme.NEW_ENGINE_VERSION,
                        method,
                        trials,
                        (some, level) -> Coverage.none(level, "nobody is told one from another version"));
            }
        }
        return any
                ? List.of()
                : List.of("%s: no target was measured with two versions of its engine"
                        .formatted(Scheme.NEW_ENGINE_VERSION.words()));
    }

    private List<Trial> across(Function<TargetKey, List<Trial>> trials) {
        return set.targets().keySet().stream()
                .flatMap(target -> trials.apply(target).stream())
                .toList();
    }

    private static List<Trial> probed(TrainingSet set, TargetKey target) {
        return ProbedTarget.misses(set, target, PROBES).entrySet().stream()
                .flatMap(miss -> Stream.ofNullable(set.models().get(miss.getKey()))
                        .map(model -> new Trial(ProbedTarget.METHOD.id(), model, target, miss.getValue())))
                .toList();
    }

    private List<Trial> probedWithoutArchitectures(TargetKey target) {
        List<Trial> trials = new ArrayList<>();
        for (String architecture : set.architectures()) {
            ProbedTarget.misses(set, target, PROBES, architecture)
                    .forEach((key, miss) -> Optional.ofNullable(set.models().get(key))
                            .ifPresent(model -> trials.add(new Trial(ProbedTarget.METHOD.id(), model, target, miss))));
        }
        return trials;
    }

    private void add(Scheme scheme, Method method, List<Trial> trials) {
        add(scheme, method, trials, new Coverages.Others(trials)::of);
    }

    /** How often intervals of some trials hold. */
    @FunctionalInterface
    private interface Coverer {
        Coverage of(List<Trial> trials, double level);
    }

    private void add(Scheme scheme, Method method, List<Trial> trials, Coverer coverer) {
        if (trials.isEmpty()) {
            return;
        }
        results.add(result(scheme, method, Optional.empty(), trials, coverer));
        for (TargetKey target : set.targets().keySet()) {
            List<Trial> own = trials.stream()
                    .filter(trial -> trial.target().equals(target))
                    .toList();
            if (!own.isEmpty()) {
                results.add(result(scheme, method, Optional.of(target), own, coverer));
            }
        }
    }

    private ValidationReport.Result result(
            Scheme scheme, Method method, Optional<TargetKey> target, List<Trial> trials, Coverer coverer) {
        ErrorSummary errors = ErrorSummary.of(trials);
        double[] floors = trials.stream()
                .flatMap(trial -> set.target(trial.target()).stream())
                .map(TargetTimes::floor)
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .sorted()
                .toArray();
        return new ValidationReport.Result(
                scheme,
                method.id(),
                method.level(),
                Baselines.ALL.contains(method),
                target,
                errors,
                floors.length == 0
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(errors.median() / ErrorSummary.quantile(floors, 0.5)),
                LEVELS.stream().map(level -> coverer.of(trials, level)).toList());
    }

    private ValidationReport.Data data() {
        List<Instant> times =
                set.observations().stream().map(Observation::at).sorted().toList();
        return new ValidationReport.Data(
                set.models().size(),
                set.architectures().size(),
                set.targets().size(),
                (int) set.observations().stream()
                        .map(Observation::session)
                        .distinct()
                        .count(),
                set.observations().size(),
                times.get(0),
                times.get(times.size() - 1));
    }

    private static ValidationReport.Noise noise(TargetTimes times) {
        return new ValidationReport.Noise(
                times.target(), times.logs().size(), times.sessions().size(), times.floor());
    }

    /**
     * What earlier sessions foretell of later ones: divided at the middle one's beginning. The one part of a validation that takes
     * seconds, and that rings where a machine is no longer what it was.
     *
     * @return empty where there are no two sessions, or none foretells anything of another
     */
    public static Optional<ValidationReport.Later> later(TrainingSet set) {
        List<Instant> begins = set.observations().stream()
                .collect(Collectors.toMap(
                        Observation::session,
                        Observation::at,
                        (left, right) -> left.isBefore(right) ? left : right,
                        TreeMap::new))
                .values()
                .stream()
                .sorted()
                .toList();
        if (begins.size() < 2) {
            return Optional.empty();
        }
        Instant moment = begins.get(begins.size() / 2);
        ByDate dates = new ByDate(set, moment);
        List<ValidationReport.Foretold> foretold = new ArrayList<>();
        for (Method method : dates.answering()) {
            List<Trial> trials = dates.trials(method);
            if (!trials.isEmpty()) {
                foretold.add(new ValidationReport.Foretold(
                        method.id(), method.level(), ErrorSummary.of(trials), dates.coverage(method, 0.9)));
            }
        }
        return foretold.isEmpty() ? Optional.empty() : Optional.of(new ValidationReport.Later(moment, foretold));
    }
}
