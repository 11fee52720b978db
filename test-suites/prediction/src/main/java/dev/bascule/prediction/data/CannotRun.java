package dev.bascule.prediction.data;

import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.reports.history.TimedAttempt;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Where models cannot run, by how they ended there: a reason, and no number. The one place that says which ends mean that.
 *
 * <ul>
 *   <li>What a backend does not take, or gets wrong, with these inputs: on any number of threads, but where this number itself
 *       was tried that counts.
 *   <li>What ran out of memory: with these inputs or larger ones, on this number of threads.
 *   <li>What crashed: with these inputs on this number of threads, unless it has run right as often.
 * </ul>
 *
 * In each case as the newest attempt says: whatever went right since is no reason. A backend that was not there says nothing of a
 * model, but of the target as long as nothing ran on it since. What ran by unusual settings says nothing. Immutable.
 */
public final class CannotRun {
    /** The model's, as long as neither it nor the target changes. */
    private static final Set<Outcome> OF_THE_MODEL =
            EnumSet.of(Outcome.UNSUPPORTED, Outcome.COMPILE_FAILED, Outcome.WRONG);
    /** What may be the moment's as well. */
    private static final Set<Outcome> OF_RESOURCES = EnumSet.of(Outcome.OUT_OF_MEMORY, Outcome.CRASHED);

    private final Map<Place, List<End>> ends;
    private final Map<TargetKey, End> targets;

    /** Of whatever threads. */
    private record Place(String sha256, String machine, String target) {}

    private record End(Instant at, Outcome outcome, String inputs, int threads) {
        boolean isWith(String asked) {
            // Of an attempt whose inputs nobody told they may be any.
            return inputs.equals(asked) || inputs.isEmpty() || asked.isEmpty();
        }
    }

    private CannotRun(Map<Place, List<End>> ends, Map<TargetKey, End> targets) {
        this.ends = ends;
        this.targets = targets;
    }

    /** Of a history's attempts, in any order. */
    public static CannotRun of(List<TimedAttempt> attempts) {
        Map<Place, List<End>> ends = new HashMap<>();
        Map<TargetKey, End> targets = new HashMap<>();
        for (TimedAttempt attempt : attempts) {
            if (!HistoryData.isUsual(attempt)) {
                continue;
            }
            TargetKey target = HistoryData.target(attempt);
            End end = new End(
                    attempt.origin().startedAt(),
                    attempt.outcome(),
                    attempt.subject().inputs(),
                    target.threads());
            ends.computeIfAbsent(
                            new Place(attempt.subject().sha256(), target.machine(), target.target()),
                            place -> new ArrayList<>())
                    .add(end);
            targets.merge(target, end, (one, other) -> other.at().isBefore(one.at()) ? one : other);
        }
        ends.values().forEach(list -> list.sort(Comparator.comparing(End::at)));
        return new CannotRun(ends, targets);
    }

    /** Why a model cannot run on a target, in one line; empty where nothing that was tried says so. */
    public Optional<String> why(PredictedModel.Key model, TargetKey target) {
        return end(model, target)
                .map(end -> "cannot run: it was %s there on %s%s"
                        .formatted(
                                words(end),
                                date(end),
                                end.isWith(model.inputs())
                                        ? end.threads() == target.threads() ? "" : ", on " + threads(end)
                                        : ", with no larger inputs"))
                .or(() -> absent(target));
    }

    /** Why nothing runs on a target: its backend was not there when it was tried last. */
    public Optional<String> absent(TargetKey target) {
        return Optional.ofNullable(targets.get(target))
                .filter(end -> end.outcome() == Outcome.UNAVAILABLE)
                .map(end -> "cannot run: the backend was not there on " + date(end));
    }

    /** Whether the model itself ended badly there, the target being there. */
    public boolean failed(PredictedModel.Key model, TargetKey target) {
        return end(model, target).isPresent();
    }

    /** Whether such an end is one: a model that came to it did not run. */
    public static boolean isEnd(Outcome outcome) {
        return OF_THE_MODEL.contains(outcome) || OF_RESOURCES.contains(outcome);
    }

    /** Whether such an end is the model's on that target, and so its operators'; out of memory is not. */
    public static boolean blamesOperators(Outcome outcome) {
        return OF_THE_MODEL.contains(outcome) || outcome == Outcome.CRASHED;
    }

    private Optional<End> end(PredictedModel.Key model, TargetKey target) {
        List<End> there =
                ends.getOrDefault(new Place(model.sha256(), target.machine(), target.target()), List.of()).stream()
                        .filter(end -> end.outcome() == Outcome.SUCCEEDED || isEnd(end.outcome()))
                        .toList();
        List<End> same =
                there.stream().filter(end -> end.isWith(model.inputs())).toList();
        List<End> exactly =
                same.stream().filter(end -> end.threads() == target.threads()).toList();
        Optional<End> newest = last(exactly);
        if (newest.isPresent()) {
            return newest.filter(end -> isFinal(end, exactly));
        }
        Optional<End> elsewhere = last(same).filter(end -> OF_THE_MODEL.contains(end.outcome()));
        return elsewhere.or(() -> last(there.stream()
                        .filter(end -> end.threads() == target.threads() && isNoLarger(end.inputs(), model.inputs()))
                        .toList())
                .filter(end -> end.outcome() == Outcome.OUT_OF_MEMORY));
    }

    private static boolean isFinal(End newest, List<End> exactly) {
        if (newest.outcome() != Outcome.CRASHED) {
            return newest.outcome() != Outcome.SUCCEEDED;
        }
        long crashes =
                exactly.stream().filter(end -> end.outcome() == Outcome.CRASHED).count();
        long right = exactly.stream()
                .filter(end -> end.outcome() == Outcome.SUCCEEDED)
                .count();
        return crashes > right;
    }

    private static Optional<End> last(List<End> sorted) {
        return sorted.isEmpty() ? Optional.empty() : Optional.of(sorted.get(sorted.size() - 1));
    }

    /** Whether no dimension is larger, of inputs that otherwise are the same. */
    static boolean isNoLarger(String tried, String asked) {
        String[] one = tried.split("[\\[,\\]]", -1);
        String[] other = asked.split("[\\[,\\]]", -1);
        if (one.length != other.length) {
            return false;
        }
        for (int i = 0; i < one.length; i++) {
            boolean numbers = one[i].matches("\\d{1,18}") && other[i].matches("\\d{1,18}");
            if (numbers ? Long.parseLong(one[i]) > Long.parseLong(other[i]) : !one[i].equals(other[i])) {
                return false;
            }
        }
        return true;
    }

    private static String words(End end) {
        return end.outcome().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String threads(End end) {
        return end.threads() == 1 ? "one thread" : end.threads() + " threads";
    }

    private static LocalDate date(End end) {
        return LocalDate.ofInstant(end.at(), ZoneOffset.UTC);
    }
}
