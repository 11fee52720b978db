package dev.bascule.prediction.select;

import dev.bascule.prediction.data.Medians;
import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.data.TrainingSet;
import dev.bascule.prediction.feasible.FailedPair;
import dev.bascule.prediction.feasible.Feasibility;
import dev.bascule.prediction.fit.Fits;
import dev.bascule.prediction.fit.Layers;
import dev.bascule.prediction.fit.Method;
import dev.bascule.prediction.select.SelectionReport.Policy;
import dev.bascule.prediction.select.SelectionReport.Stratum;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Selects for each model that the data have, by predictions of fits that never saw its architecture, and holds the choice against
 * what was measured. Belongs to one thread.
 */
public final class SelectionValidation {
    private static final List<Integer> RACED = List.of(0, 1, 2, 3, 5);
    /** What a user would not feel. */
    static final double CLOSE = 0.05;

    private final TrainingSet set;
    private final List<FailedPair> failures;
    private final long seed;
    private final Fits whole;
    /** Decided of all data: a leak of one choice of a few, for to decide anew without each architecture takes its square of time. */
    private final Layers layers;

    private final List<Subject> subjects = new ArrayList<>();
    /** Of a target that was measured in one session alone. */
    private final double usualFloor;

    /** A model on one machine. */
    private record Subject(String machine, PredictedModel model, List<Option> options) {}

    private SelectionValidation(TrainingSet set, List<FailedPair> failures, long seed) {
        this.set = set;
        this.whole = new Fits(set);
        this.layers = new Layers(whole);
        this.failures = List.copyOf(failures);
        this.seed = seed;
        double[] floors = set.targets().values().stream()
                .flatMapToDouble(times -> times.floor().stream())
                .toArray();
        this.usualFloor = floors.length == 0 ? 0 : Medians.of(floors);
    }

    /**
     * Validates.
     *
     * @param failures what ended badly, which a choice must avoid
     * @param seed of the noise that a race has
     * @param progress is told what is at hand
     */
    public static SelectionReport of(TrainingSet set, List<FailedPair> failures, long seed, Consumer<String> progress) {
        SelectionValidation validation = new SelectionValidation(set, failures, seed);
        validation.foretell(progress);
        return validation.report();
    }

    private void foretell(Consumer<String> progress) {
        Map<String, List<PredictedModel>> byArchitecture = new HashMap<>();
        set.models()
                .values()
                .forEach(model -> byArchitecture
                        .computeIfAbsent(model.architecture(), any -> new ArrayList<>())
                        .add(model));
        for (String architecture : set.architectures()) {
            progress.accept("without %s".formatted(architecture));
            Fits rest = whole.without(architecture);
            Feasibility feasibility = new Feasibility(
                    rest.set(),
                    failures.stream()
                            .filter(pair -> !pair.model().architecture().equals(architecture))
                            .toList());
            for (PredictedModel model : byArchitecture.getOrDefault(architecture, List.of())) {
                set.targets().keySet().stream()
                        .map(TargetKey::machine)
                        .distinct()
                        .forEach(machine -> add(machine, model, rest, feasibility));
            }
        }
    }

    private void add(String machine, PredictedModel model, Fits rest, Feasibility feasibility) {
        List<Option> options = set.targets().keySet().stream()
                .filter(target -> target.machine().equals(machine))
                .flatMap(target -> option(model, target, rest, feasibility).stream())
                .toList();
        if (options.stream().anyMatch(Option::ran)) {
            subjects.add(new Subject(machine, model, options));
        }
    }

    /** Empty where nobody tried the model there. */
    private Optional<Option> option(PredictedModel model, TargetKey target, Fits rest, Feasibility feasibility) {
        OptionalDouble truth = set.target(target).orElseThrow().log(model.key());
        boolean failed = failures.stream()
                .anyMatch(pair ->
                        pair.target().equals(target) && pair.model().key().equals(model.key()));
        if (truth.isEmpty() && !failed) {
            return Optional.empty();
        }
        OptionalDouble predicted =
                target.isReferenceCpu() && truth.isPresent() ? truth : predicted(model, target, rest);
        double floor = set.target(target).orElseThrow().floor().orElse(usualFloor);
        return predicted.isPresent()
                ? Optional.of(new Option(
                        target,
                        predicted.getAsDouble(),
                        failed ? OptionalDouble.empty() : truth,
                        !target.isReferenceCpu()
                                && feasibility.doubt(model, target).isPresent(),
                        floor))
                : Optional.empty();
    }

    /** With native CPU measured, as {@code select} measures it; by the graph alone where it was not. */
    private OptionalDouble predicted(PredictedModel model, TargetKey target, Fits rest) {
        for (Method method : layers.used(target.machine())) {
            OptionalDouble log =
                    rest.of(method, target).log(whole.lesson(target).question(model));
            if (log.isPresent()) {
                return log;
            }
        }
        return OptionalDouble.empty();
    }

    private SelectionReport report() {
        List<Stratum> strata = new ArrayList<>();
        List<String> machines =
                subjects.stream().map(Subject::machine).distinct().sorted().toList();
        for (int i = 0; i < machines.size(); i++) {
            String machine = machines.get(i);
            String of = machines.size() == 1 ? "" : "machine %d: ".formatted(i + 1);
            stratum(of + "all targets", machine, target -> true).ifPresent(strata::add);
            stratum(of + "browsers", machine, target -> !isNative(target)).ifPresent(strata::add);
            stratum(of + "native engines", machine, SelectionValidation::isNative)
                    .ifPresent(strata::add);
            set.targets().keySet().stream()
                    .filter(target -> target.machine().equals(machine) && !isNative(target))
                    .map(SelectionValidation::browser)
                    .distinct()
                    .sorted()
                    .forEach(browser -> stratum(
                                    of + browser + " alone",
                                    machine,
                                    target -> browser(target).equals(browser))
                            .ifPresent(strata::add));
        }
        return new SelectionReport(strata);
    }

    private static boolean isNative(TargetKey target) {
        return target.target().startsWith("native/");
    }

    private static String browser(TargetKey target) {
        return target.target().substring(0, Math.max(0, target.target().indexOf('/')));
    }

    private Optional<Stratum> stratum(String name, String machine, Predicate<TargetKey> wanted) {
        List<Choosing> choosing = subjects.stream()
                .filter(subject -> subject.machine().equals(machine))
                .map(subject -> new Choosing(
                        subject.model(),
                        subject.options().stream()
                                .filter(option -> wanted.test(option.target()))
                                .toList()))
                .filter(each -> each.options().size() > 1 && each.best().isPresent())
                .sorted(Comparator.comparing((Choosing each) -> each.model().key()))
                .toList();
        if (choosing.isEmpty()) {
            return Optional.empty();
        }
        List<Choosing.Chosen> constant =
                choosing.stream().map(each -> each.constant(choosing)).toList();
        List<Policy> policies =
                RACED.stream().map(raced -> policy(raced, choosing, constant)).toList();
        return Optional.of(new Stratum(
                name,
                choosing.size(),
                (int) choosing.stream()
                        .map(each -> each.model().architecture())
                        .distinct()
                        .count(),
                (int) choosing.stream()
                        .flatMap(each -> each.options().stream())
                        .map(Option::target)
                        .distinct()
                        .count(),
                (int) failures.stream()
                        .filter(pair -> pair.target().machine().equals(machine)
                                && wanted.test(pair.target())
                                && choosing.stream()
                                        .anyMatch(each -> each.model()
                                                .key()
                                                .equals(pair.model().key())))
                        .count(),
                Choosing.outcome(constant),
                policies));
    }

    private Policy policy(int raced, List<Choosing> choosing, List<Choosing.Chosen> constant) {
        Random random = new Random(seed);
        List<Choosing.Chosen> choices = choosing.stream()
                .map(each -> raced == 0 ? each.foretold() : each.raced(raced, random))
                .toList();
        return new Policy(raced, Choosing.outcome(choices), Choosing.gapClosed(choices, constant));
    }
}
