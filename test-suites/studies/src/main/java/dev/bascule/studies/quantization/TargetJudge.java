package dev.bascule.studies.quantization;

import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.measure.Wilson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What points of one target come to. Stateless.
 *
 * @param samples what judged
 * @param variants with what does not hold of them
 * @param budget what is kept
 */
public record TargetJudge(SampleSplit samples, List<Variant> variants, QuantizationBudget budget) {
    /** What the share of nodes on the backend may fall by: a node more at an end is no change of place. */
    private static final double A_CAST_OR_TWO = 0.05;

    private static final double ROUNDING = 1e-9;

    /**
     * What is known of a target. Immutable.
     *
     * @param target its id
     * @param loss what was lost; empty where nothing is known
     * @param judged points, the unquantised model's first
     * @param failed why others have none
     * @param kept names of those that an earlier search measured
     * @param notes for the reader
     * @param advice what to take
     */
    public record Verdict(
            String target,
            Optional<Loss> loss,
            List<Judged> judged,
            Map<String, Failure> failed,
            List<String> kept,
            List<String> notes,
            Recommendation advice) {
        public Verdict {
            judged = List.copyOf(judged);
            failed = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(failed));
            kept = List.copyOf(kept);
            notes = List.copyOf(notes);
        }
    }

    public Verdict of(String target, TargetStudy.Outcome outcome) {
        Optional<Point> base = outcome.points().stream()
                .filter(point -> point.variant().equals(Variant.ORIGINAL))
                .findFirst();
        List<String> notes = new ArrayList<>();
        boolean tell = labelsTell(base, notes);
        Optional<Loss> loss = base.flatMap(whole -> Loss.of(whole, tell));
        Optional<ProcessSpread> spread = ProcessSpread.of(outcome.points());
        if (base.isPresent() && spread.isEmpty()) {
            notes.add("what processes of one model differ by was not measured: nothing is surely faster or slower");
        }
        Beside beside = new Beside(base, base.map(whole -> surest(whole, outcome.points(), notes)), loss, spread);
        List<Judged> judged = new ParetoFront(loss)
                .of(outcome.points().stream()
                        .map(point -> judged(point, beside))
                        .toList());
        loss.filter(kind -> kind != Loss.ACCURACY).ifPresent(kind -> notes.add("judged by " + kind.words()));
        base.flatMap(Point::commonest)
                .filter(most -> loss.filter(kind -> kind != Loss.ACCURACY).isPresent() && most.isMostly())
                .ifPresent(most -> notes.add(
                        "the unquantised model says %s: who always says so agrees as often, so agreement on these samples says %s"
                                .formatted(most.words(), most.isAlways() ? "nothing" : "little")));
        return new Verdict(
                target, loss, judged, outcome.failed(), outcome.kept(), notes, advice(judged, loss, outcome));
    }

    /** Of ours alone; who of others is better is told. */
    private Recommendation advice(List<Judged> judged, Optional<Loss> loss, TargetStudy.Outcome outcome) {
        Set<String> peers = variants.stream()
                .filter(each -> each.peer().isPresent())
                .map(Variant::name)
                .collect(Collectors.toSet());
        List<Judged> own = judged.stream()
                .filter(each -> !peers.contains(each.point().variant()))
                .toList();
        // Without it nothing is smaller, faster or as right as anything, and the flags that need it are not raised.
        Recommendation advice = own.stream().anyMatch(Judged::isOriginal)
                ? Recommendation.of(new ParetoFront(loss).of(own), budget, loss)
                : Recommendation.withoutOriginal(outcome);
        return peers.isEmpty() ? advice : new PeerAdvice(peers, budget, loss).beside(advice, judged);
    }

    /** Whether the unquantised model is right more often than whoever always says the commonest class. */
    private boolean labelsTell(Optional<Point> base, List<String> notes) {
        if (!samples.isLabelled() || base.isEmpty()) {
            return false;
        }
        Optional<double[]> lost = base.flatMap(Loss.ACCURACY::of);
        if (lost.isEmpty()) {
            notes.add("the model has no one output of %d classes: labels say nothing of it"
                    .formatted(samples.classes().size()));
            return false;
        }
        int of = lost.orElseThrow().length;
        long right = of - Math.round(java.util.Arrays.stream(lost.orElseThrow()).sum());
        if (Wilson.of(right, of).low() <= samples.chance()) {
            notes.add(
                    "the unquantised model is right %d times of %d, which is no better than chance (%.1f %%): labels or feeding do not suit it, and what accuracy it has says nothing"
                            .formatted(right, of, 100 * samples.chance()));
            return false;
        }
        return true;
    }

    /**
     * Where the unquantised model ran: by its own record, or by that of the same file in another process where its own shows less,
     * which is told.
     */
    private static Point.Placing surest(Point base, List<Point> points, List<String> notes) {
        Point surest = points.stream()
                .filter(Point::isAgain)
                .reduce(base, (known, again) -> known.placing().isLessSureThan(again.placing()) ? again : known);
        if (surest.isAgain()) {
            notes.add("where the unquantised model runs is known of '%s' (%s); of itself: %s"
                    .formatted(
                            surest.variant(),
                            surest.placing().words(),
                            base.placing().words()));
        }
        return surest.placing();
    }

    /**
     * What points of a target are judged beside.
     *
     * @param where the unquantised model ran
     */
    private record Beside(
            Optional<Point> base, Optional<Point.Placing> where, Optional<Loss> loss, Optional<ProcessSpread> spread) {}

    private Judged judged(Point point, Beside beside) {
        Optional<Point> base = beside.base();
        Optional<Variant> variant = variants.stream()
                .filter(each -> each.name().equals(point.variant()))
                .findFirst();
        List<String> flags = new ArrayList<>(
                variant.flatMap(Variant::made).map(Variant.File::flags).orElse(List.of()));
        int shared = samples.shared();
        if (shared > 0 && variant.filter(Variant::isCalibrated).isPresent()) {
            flags.add("%d samples that judge it calibrated it as well".formatted(shared));
        }
        int learnt = samples.learnt();
        if (learnt > 0 && variant.filter(Variant::isTrained).isPresent()) {
            flags.add("%d samples that judge it are among those it was trained on".formatted(learnt));
        }
        long unsound = point.answers().stream()
                .filter(answer -> answer.greatest().isEmpty())
                .count();
        if (unsound > 0) {
            flags.add("outputs are missing, or no numbers, for %d of %d samples"
                    .formatted(unsound, point.answers().size()));
        }
        boolean isBase = point.variant().equals(Variant.ORIGINAL);
        Optional<Point.Placing> where = beside.where().filter(whole -> !isBase);
        boolean left = where.filter(whole -> point.placing().share() < whole.share() - A_CAST_OR_TWO)
                .isPresent();
        Figures figures = Figures.of(point, base, beside.loss(), beside.spread());
        where.filter(whole -> point.placing().isLessSureThan(whole))
                .ifPresent(whole -> flags.add(
                        "where it ran is known less surely (%s, %d nodes) than of the unquantised model (%s, %d nodes): its time may be another backend's"
                                .formatted(
                                        point.placing().proof(),
                                        point.placing().nodes(),
                                        whole.proof(),
                                        whole.nodes())));
        beside.loss()
                .filter(kind -> kind == Loss.AGREEMENT && !isBase && !point.isAgain())
                .flatMap(kind -> base.flatMap(Point::commonest))
                .filter(most -> agreement(point) <= most.share() + ROUNDING)
                .ifPresent(most -> flags.add(
                        "it agrees in %.1f %% of places, no more often than who always says class %d, as the unquantised model does in %.1f %%"
                                .formatted(100 * agreement(point), most.answer(), 100 * most.share())));
        if (left) {
            flags.add(left(point, where.orElseThrow(), figures));
        }
        boolean lossKnown =
                beside.loss().isPresent() && (isBase || figures.loss().isPresent());
        return new Judged(point, figures, flags, left, lossKnown, List.of());
    }

    /** The share of all places. */
    private static double agreement(Point point) {
        return point.answers().stream()
                .mapToDouble(answer -> answer.agrees().orElse(0.0))
                .average()
                .orElse(0);
    }

    private static String left(Point point, Point.Placing base, Figures figures) {
        String elsewhere = point.placing().byBackend().entrySet().stream()
                .map(each -> each.getValue() + " on " + each.getKey())
                .collect(Collectors.joining(", "));
        return "%d of %d nodes ran where they should (%s), of the unquantised model %d of %d: %s"
                .formatted(
                        point.placing().there(),
                        point.placing().nodes(),
                        elsewhere,
                        base.there(),
                        base.nodes(),
                        figures.isSurelyFaster()
                                ? "it is faster because nodes left the backend"
                                : "its time is not the backend's");
    }
}
