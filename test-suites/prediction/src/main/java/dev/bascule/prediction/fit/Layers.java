package dev.bascule.prediction.fit;

import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.fit.LayerDecision.Figure;
import dev.bascule.prediction.fit.LayerDecision.Layer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Which layers answer on which machine of a training set, simple ones first: each only where leaving architectures out says that it lowers
 * the error there beyond the noise of that estimate ({@link LayerEvidence#pays}). A minimum is a figure only where it also misses less than
 * every baseline: medians that are far off are soon undercut. Who knows more siblings is nearer, so {@link Level#L2} is decided with one of
 * them measured at a time: it answers with one already. Where too few architectures were measured to tell, levels answer as they did on the
 * machines that they were made on, and minima are left out. What is decided is decided of these data anew, and read from no file. Belongs
 * to one thread.
 */
public final class Layers {
    /** Models that a target was measured on before it counts as known: fewer hardly settle as many prices as there are. */
    public static final int KNOWN = 24;

    private final Fits fits;
    /** Those of the medians, where these are of minima. */
    private final Optional<Layers> medians;

    private final Map<String, Decided> decided = new TreeMap<>();
    private Optional<Layers> undisturbed = Optional.empty();

    /**
     * Of one machine.
     *
     * @param methods that answer, the one that knows most first
     * @param tops of each level the method that answers for it, whether the level is used or not
     */
    private record Decided(List<LayerDecision> decisions, List<Method> methods, Map<Level, Method> tops) {
        private Decided {
            decisions = List.copyOf(decisions);
            methods = List.copyOf(methods);
            tops = Map.copyOf(tops);
        }
    }

    /** Of medians, or of whatever else alone the set has. */
    public Layers(Fits fits) {
        this(fits, Optional.empty());
    }

    private Layers(Fits fits, Optional<Layers> medians) {
        this.fits = fits;
        this.medians = medians;
    }

    /** Those of the minima. */
    public Layers undisturbed() {
        Layers known = undisturbed.orElseGet(() -> new Layers(fits.undisturbed(), Optional.of(this)));
        undisturbed = Optional.of(known);
        return known;
    }

    /** Those that answer on a machine, the one that knows most first. */
    public List<Method> used(String machine) {
        return of(machine).methods();
    }

    /** All that was decided, machine by machine; what the data have nothing of is no decision. */
    public List<LayerDecision> decisions() {
        return fits.set().targets().keySet().stream()
                .map(TargetKey::machine)
                .distinct()
                .filter(machine -> !known(machine).isEmpty())
                .flatMap(machine -> of(machine).decisions().stream())
                .toList();
    }

    /** What was decided of a machine. */
    public List<LayerDecision> decisions(String machine) {
        return of(machine).decisions();
    }

    /** Those that answer first at their level on any machine, in the order of {@link Methods#used}. */
    public List<Method> answering() {
        return Methods.used().stream()
                .filter(method -> fits.set().targets().keySet().stream()
                        .map(TargetKey::machine)
                        .distinct()
                        .map(this::of)
                        .anyMatch(each -> each.methods().contains(method)
                                && method.equals(each.tops().get(method.level()))))
                .toList();
    }

    /**
     * Why a machine's minimum is no figure at a level.
     *
     * @return empty where it is one, and of medians
     */
    public Optional<String> leftOut(String machine, Level level) {
        if (medians.isEmpty()) {
            return Optional.empty();
        }
        return of(machine).decisions().stream()
                .filter(decision -> decision.layer() == Layer.MINIMUM && decision.level() == level)
                .findFirst()
                .map(decision -> decision.used()
                        ? Optional.<String>empty()
                        : Optional.of("%s %s".formatted(level, decision.why())))
                .orElseGet(() -> Optional.of("%s left out: nothing tells whether minima are nearer".formatted(level)));
    }

    private Decided of(String machine) {
        Decided known = decided.get(machine);
        if (known == null) {
            known = decide(machine);
            decided.put(machine, known);
        }
        return known;
    }

    private Decided decide(String machine) {
        List<TargetKey> own = known(machine);
        // Of a machine that nothing was measured enough on all others speak.
        List<TargetKey> targets = own.isEmpty()
                ? fits.set().targets().keySet().stream().filter(this::isKnown).toList()
                : own;
        List<LayerDecision> decisions = new ArrayList<>();
        List<Method> methods = new ArrayList<>();
        Map<Level, Method> tops = new EnumMap<>(Level.class);
        for (Methods.Rung rung : Methods.RUNGS) {
            Method plain = rung.plain();
            Method byMinimum = rung.byMinimum();
            LayerDecision minima = LayerDecision.of(
                    machine,
                    figure(),
                    Layer.BY_MINIMUM,
                    byMinimum,
                    plain,
                    evidence(fits, byMinimum, fits, plain, targets),
                    false);
            Method top = minima.used() ? byMinimum : plain;
            tops.put(rung.level(), top);
            add(decisions, minima, byMinimum, plain, targets);
            boolean used = true;
            if (!methods.isEmpty()) {
                Method below = methods.get(0);
                LayerDecision step = LayerDecision.of(
                        machine, figure(), Layer.LEVEL, top, below, evidence(fits, top, fits, below, targets), true);
                add(decisions, step, top, below, targets);
                used = step.used();
            }
            if (used) {
                // Without enough minima on a target the next answers there.
                methods.addAll(0, minima.used() ? List.of(byMinimum, plain) : List.of(plain));
            }
            medians.ifPresent(those -> decisions.add(figure(those, machine, top, targets)));
        }
        return new Decided(decisions, methods, tops);
    }

    private Figure figure() {
        return medians.isPresent() ? Figure.MINIMUM : Figure.MEDIAN;
    }

    /** Without evidence it is a decision where there was something to decide: both may be asked. */
    private void add(
            List<LayerDecision> decisions,
            LayerDecision decision,
            Method method,
            Method without,
            List<TargetKey> targets) {
        if (decision.evidence().isPresent() || (answers(method, targets) && answers(without, targets))) {
            decisions.add(decision);
        }
    }

    private boolean answers(Method method, List<TargetKey> targets) {
        return targets.stream()
                .anyMatch(target -> fits.set().measuredOn(target).stream()
                        .anyMatch(model -> fits.of(method, target)
                                .log(Question.known(fits, model, other -> !other.equals(target)))
                                .isPresent()));
    }

    /** Minima beside the medians of the same models, and where they pay there, beside what anybody would try first. */
    private LayerDecision figure(Layers those, String machine, Method method, List<TargetKey> targets) {
        Method median = Optional.ofNullable(those.of(machine).tops().get(method.level()))
                .orElseThrow();
        LayerDecision decision = minimum(machine, method, median, those.fits, targets);
        return decision.used()
                ? Baselines.OF_FIGURES.stream()
                        .filter(baseline -> baseline.level().compareTo(method.level()) <= 0)
                        .map(baseline -> minimum(machine, method, baseline, fits, targets))
                        .filter(beside -> beside.evidence().isPresent() && !beside.used())
                        .findFirst()
                        .orElse(decision)
                : decision;
    }

    private LayerDecision minimum(String machine, Method method, Method without, Fits others, List<TargetKey> targets) {
        return LayerDecision.of(
                machine,
                figure(),
                Layer.MINIMUM,
                method,
                without,
                evidence(fits, method, others, without, targets),
                false);
    }

    private static Optional<LayerEvidence> evidence(
            Fits fits, Method with, Fits others, Method without, List<TargetKey> targets) {
        List<LayerEvidence.Pair> pairs = new ArrayList<>();
        for (TargetKey target : targets) {
            for (Set<TargetKey> siblings : siblings(fits, with, target)) {
                Map<PredictedModel.Key, Double> one = fits.residuals(with, target, siblings);
                Map<PredictedModel.Key, Double> other = others.residuals(without, target, siblings);
                SortedMap<PredictedModel.Key, PredictedModel> models =
                        fits.set().models();
                one.forEach((key, miss) -> Optional.ofNullable(other.get(key))
                        .ifPresent(beside -> Optional.ofNullable(models.get(key))
                                .ifPresent(model -> pairs.add(
                                        new LayerEvidence.Pair(model.architecture(), share(miss), share(beside))))));
            }
        }
        return LayerEvidence.of(pairs);
    }

    /** One at a time where the method goes by siblings. */
    private static List<Set<TargetKey>> siblings(Fits fits, Method method, TargetKey target) {
        return method.level() == Level.L2
                ? fits.set().targets().keySet().stream()
                        .filter(other ->
                                !other.equals(target) && other.machine().equals(target.machine()))
                        .map(Set::of)
                        .toList()
                : List.of(Set.of());
    }

    /** Of measured minus predicted in logarithms, as a share of the measured time. */
    private static double share(double miss) {
        return Math.abs(Math.expm1(-miss));
    }

    private List<TargetKey> known(String machine) {
        return fits.set().targets().keySet().stream()
                .filter(target -> target.machine().equals(machine) && isKnown(target))
                .toList();
    }

    private boolean isKnown(TargetKey target) {
        return fits.set().measuredOn(target).size() >= KNOWN;
    }
}
