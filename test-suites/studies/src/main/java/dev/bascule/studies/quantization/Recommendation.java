package dev.bascule.studies.quantization;

import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.measure.Ratio;
import dev.bascule.models.workload.ByteSizes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * What to take on one target. Immutable.
 *
 * @param variant that is advised, or the nearest where none surely keeps the budget; empty where nothing was measured that can be
 *     compared with the unquantised model
 * @param keeps whether it surely keeps the budget
 * @param asSeen names of those that keep it as seen, and not surely: the interval of what they lose reaches beyond it
 * @param sentences why, and what is given up
 */
public record Recommendation(Optional<String> variant, boolean keeps, List<String> asSeen, List<String> sentences) {

    private static final int MOST_ROOMS = 3;

    public Recommendation {
        asSeen = List.copyOf(asSeen);
        sentences = List.copyOf(sentences);
    }

    /**
     * Of those on the front that surely keep the budget: the fastest, and of those not surely slower than it the one of fewest bytes.
     * What is flagged is never advised, nor what left the backend, nor that of which nobody knows what it loses; nor, where nobody says
     * what may be lost, what surely loses something.
     */
    static Recommendation of(List<Judged> judged, QuantizationBudget budget, Optional<Loss> loss) {
        if (loss.isEmpty()) {
            return nothing("What is lost is not known here, so nothing is advised.");
        }
        List<Judged> sound = judged.stream().filter(Judged::isComparable).toList();
        if (sound.isEmpty()) {
            return nothing("Nothing was measured that can be advised.");
        }
        List<Judged> asSeen = sound.stream()
                .filter(each ->
                        budget.missed(each).isEmpty() && !budget.unsure(each).isEmpty())
                .toList();
        List<Judged> keeping = sound.stream().filter(budget::isSurelyKept).toList();
        if (keeping.isEmpty()) {
            return nearest(sound, asSeen, budget, tooFew(judged, budget, loss));
        }
        List<Judged> lossless = allowed(keeping, budget);
        if (lossless.isEmpty()) {
            return losing(keeping, budget, loss);
        }
        Judged best = best(lossless);
        TradeOffs tradeOffs = new TradeOffs(lossless, best, sound, budget, loss);
        List<String> sentences =
                new ArrayList<>(best.isOriginal() ? List.of(tradeOffs.keep()) : sentences(best, judged, loss));
        if (best.isOriginal()) {
            List<Judged> others = keeping.stream()
                    .filter(each -> !lossless.contains(each))
                    .filter(each -> each.isOnFront() && isSmallerOrFaster(each, best))
                    .toList();
            others.stream()
                    .min(Comparator.comparingLong(each -> each.point().bytes()))
                    .ifPresent(other -> {
                        sentences.clear();
                        sentences.add("Keep the model as it is where nothing may be lost: %s is %s for %s, and %s."
                                .formatted(
                                        other.point().variant(),
                                        ByteSizes.text(other.point().bytes()),
                                        ByteSizes.text(best.point().bytes()),
                                        speed(other)));
                        sentences.add(givenUp(other, loss));
                        sentences.add(say(others, other));
                    });
            sentences.addAll(tradeOffs.sentences());
        }
        Optional<String> tooFew = tooFew(judged, budget, loss);
        if (!asSeen.isEmpty()) {
            sentences.add(asSeen(asSeen, budget, tooFew));
        }
        if (best.isOriginal() || !asSeen.isEmpty()) {
            tooFew.ifPresent(sentences::add);
        }
        return new Recommendation(Optional.of(best.point().variant()), true, names(asSeen), sentences);
    }

    /** Where the unquantised model has no point, of which its copies and what was raced with it tell nothing false. */
    static Recommendation withoutOriginal(TargetStudy.Outcome outcome) {
        if (outcome.stopped()) {
            return nothing(
                    outcome.points().isEmpty()
                            ? "It was interrupted before anything was measured here, so nothing is advised."
                            : "It was interrupted before the unquantised model was through, which comes last: its own row is missing,"
                                    + " what others lose and the front are not told, and nothing is advised. What agrees,"
                                    + " KL, off and times are beside that model all the same: its answers were there, and"
                                    + " it ran in turn with each.");
        }
        return nothing(Optional.ofNullable(outcome.failed().get(Variant.ORIGINAL))
                .map(why -> "The unquantised model failed here (%s), so nothing is compared, and nothing advised."
                        .formatted(why.code().name()))
                .orElse("The unquantised model was not measured here, so nothing is compared, and nothing advised."));
    }

    /** Who would be advised of those that can be; empty where none of them may. */
    static Optional<Judged> advised(List<Judged> sound, QuantizationBudget budget) {
        List<Judged> allowed =
                allowed(sound.stream().filter(budget::isSurelyKept).toList(), budget);
        return allowed.isEmpty() ? Optional.empty() : Optional.of(best(allowed));
    }

    private static List<Judged> allowed(List<Judged> keeping, QuantizationBudget budget) {
        return keeping.stream()
                .filter(each -> budget.limitsLoss() || !each.surelyLoses())
                .toList();
    }

    private static Recommendation nothing(String why) {
        return new Recommendation(Optional.empty(), false, List.of(), List.of(why));
    }

    /** That there are too few samples for the limit of what may be lost; empty where there are enough, or no limit. */
    private static Optional<String> tooFew(List<Judged> judged, QuantizationBudget budget, Optional<Loss> loss) {
        OptionalDouble most = budget.lost();
        return most.isEmpty()
                ? Optional.empty()
                : loss.flatMap(kind -> judged.stream()
                        .filter(Judged::isOriginal)
                        .findFirst()
                        .flatMap(base -> new FewestSamples(kind, base.point(), most.getAsDouble()).words()));
    }

    /** Some keep the budget as seen, or nobody does. */
    private static Recommendation nearest(
            List<Judged> sound, List<Judged> asSeen, QuantizationBudget budget, Optional<String> tooFew) {
        if (!asSeen.isEmpty()) {
            List<String> sentences = new ArrayList<>(List.of(
                    "Nothing surely keeps the budget (%s).".formatted(budget.words()), asSeen(asSeen, budget, tooFew)));
            tooFew.ifPresent(sentences::add);
            return new Recommendation(Optional.of(best(asSeen).point().variant()), false, names(asSeen), sentences);
        }
        Judged nearest =
                sound.stream().min(Comparator.comparingDouble(budget::excess)).orElseThrow();
        return new Recommendation(
                Optional.of(nearest.point().variant()),
                false,
                List.of(),
                List.of("Nothing keeps the budget (%s). The nearest is %s: %s."
                        .formatted(
                                budget.words(), nearest.point().variant(), String.join("; ", budget.missed(nearest)))));
    }

    /** Whoever keeps the limits of bytes and time surely loses something, and nobody said how much may be. */
    private static Recommendation losing(List<Judged> keeping, QuantizationBudget budget, Optional<Loss> loss) {
        Judged least = keeping.stream()
                .min(Comparator.comparingDouble(each ->
                        each.figures().loss().map(PairedLoss::difference).orElse(Double.POSITIVE_INFINITY)))
                .orElseThrow();
        return new Recommendation(
                Optional.of(least.point().variant()),
                false,
                List.of(),
                List.of(
                        "All that keeps the budget (%s) surely loses something; %s loses least."
                                .formatted(budget.words(), least.point().variant()),
                        givenUp(least, loss),
                        say(List.of(least), least)));
    }

    /** Limits that can be typed, each with who surely keeps it, the least first, and the one that was named among them. */
    private static String say(List<Judged> losing, Judged named) {
        List<Room> rooms = losing.stream()
                .flatMap(each -> limit(each).stream().mapToObj(percent -> new Room(percent, each)))
                .sorted(Comparator.comparingDouble(Room::percent))
                .toList();
        if (rooms.isEmpty()) {
            return "Say what may be lost by --budget; no accuracy=… up to 100% is surely kept by any of these.";
        }
        List<Room> told = new ArrayList<>(rooms.subList(0, Math.min(MOST_ROOMS, rooms.size())));
        rooms.stream()
                .filter(room -> room.judged() == named && !told.contains(room))
                .forEach(told::add);
        return "Say what may be lost by --budget: surely kept are %s."
                .formatted(told.stream().map(Room::words).collect(Collectors.joining(", ")));
    }

    private static OptionalDouble limit(Judged losing) {
        return losing.figures()
                .loss()
                .flatMap(PairedLoss::ci95)
                .map(ends -> Math.ceil(1000 * ends.high()) / 10)
                .filter(percent -> percent <= 100)
                .map(OptionalDouble::of)
                .orElse(OptionalDouble.empty());
    }

    /** A limit of what may be lost, in percent, and who surely keeps it. */
    private record Room(double percent, Judged judged) {
        String words() {
            return String.format(
                    Locale.ROOT,
                    "accuracy=%.1f%% by %s (%s%s)",
                    percent,
                    judged.point().variant(),
                    ByteSizes.text(judged.point().bytes()),
                    judged.figures()
                            .ratio()
                            .map(ratio -> String.format(Locale.ROOT, ", %.2f times the time", ratio.value()))
                            .orElse(""));
        }
    }

    private static Judged best(List<Judged> all) {
        List<Judged> front = all.stream().filter(Judged::isOnFront).toList();
        // Those better than all of them may not be allowed: then who is behind none of these.
        List<Judged> leading = all.stream()
                .filter(each -> each.dominatedBy().stream().noneMatch(names(all)::contains))
                .toList();
        List<Judged> among = !front.isEmpty() ? front : leading.isEmpty() ? all : leading;
        Judged fastest = among.stream()
                .min(Comparator.comparingDouble(Recommendation::pace))
                .orElseThrow();
        return among.stream()
                .filter(each -> !isSurelySlower(each, fastest))
                .min(Comparator.comparingLong(each -> each.point().bytes()))
                .orElse(fastest);
    }

    private static List<String> names(List<Judged> all) {
        return all.stream().map(each -> each.point().variant()).toList();
    }

    private static String asSeen(List<Judged> asSeen, QuantizationBudget budget, Optional<String> tooFew) {
        return "Kept as seen, and not surely, by %s.%s"
                .formatted(
                        asSeen.stream()
                                .map(each -> "%s (%s)"
                                        .formatted(each.point().variant(), String.join("; ", budget.unsure(each))))
                                .collect(Collectors.joining(", ")),
                        tooFew.isPresent() ? "" : " More samples tell.");
    }

    private static double pace(Judged each) {
        return each.isOriginal() ? 1 : each.figures().ratio().map(Ratio::value).orElse(Double.POSITIVE_INFINITY);
    }

    private static boolean isSurelySlower(Judged one, Judged other) {
        Optional<Interval> own = one.figures().pace(one.isOriginal());
        Optional<Interval> its = other.figures().pace(other.isOriginal());
        return !one.point().variant().equals(other.point().variant())
                && (own.isEmpty()
                        || its.isEmpty()
                        || own.orElseThrow().low() > its.orElseThrow().high());
    }

    static boolean isSmallerOrFaster(Judged one, Judged original) {
        return one.point().bytes() < original.point().bytes() * (1 - ParetoFront.SAME_BYTES)
                || one.figures().isSurelyFaster();
    }

    private static List<String> sentences(Judged best, List<Judged> all, Optional<Loss> loss) {
        List<String> sentences = new ArrayList<>();
        Optional<Judged> base = all.stream().filter(Judged::isOriginal).findFirst();
        sentences.add("Take %s: %s for %s, and %s."
                .formatted(
                        best.point().variant(),
                        ByteSizes.text(best.point().bytes()),
                        base.map(each -> ByteSizes.text(each.point().bytes())).orElse("what is not known"),
                        speed(best)));
        sentences.add(givenUp(best, loss));
        if (!best.point().placing().isProven()) {
            sentences.add(
                    "Where it ran is not proven: " + best.point().placing().words() + ".");
        }
        return sentences;
    }

    static String speed(Judged best) {
        Optional<Ratio> ratio = best.figures().ratio();
        if (ratio.flatMap(Ratio::ci95).isEmpty()) {
            return "whether it is faster is not known";
        }
        Interval ends = ratio.flatMap(Ratio::ci95).orElseThrow();
        String times = String.format(
                Locale.ROOT,
                "%.2f times the time (%.2f to %.2f)",
                ratio.orElseThrow().value(),
                ends.low(),
                ends.high());
        return best.figures().isSurelyFaster()
                ? "faster, " + times
                : best.figures().isSurelySlower() ? "slower, " + times : "as fast as could be told, " + times;
    }

    static String givenUp(Judged best, Optional<Loss> loss) {
        Optional<PairedLoss> paired = best.figures().loss();
        if (loss.isEmpty() || paired.isEmpty()) {
            return "What is given up is not known.";
        }
        double difference = paired.orElseThrow().difference();
        boolean gained = difference < 0;
        String ends = paired.orElseThrow()
                .ci95()
                .map(ci -> gained
                        ? String.format(Locale.ROOT, " (%.2f to %.2f)", -100 * ci.high(), -100 * ci.low())
                        : String.format(Locale.ROOT, " (%.2f to %.2f)", 100 * ci.low(), 100 * ci.high()))
                .orElse(", with no interval: there are too few samples");
        boolean surely = paired.orElseThrow()
                .ci95()
                .map(ci -> gained ? ci.high() < 0 : ci.low() > 0)
                .orElse(false);
        String sure = surely ? "" : "; not surely anything";
        return String.format(
                Locale.ROOT,
                "%s: %.2f points%s of %s%s, on %d samples.",
                gained ? "Gained" : "Given up",
                100 * Math.abs(difference),
                ends,
                loss.orElseThrow().words(),
                sure,
                best.figures().of());
    }
}
