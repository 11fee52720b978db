package dev.bascule.app.orders;

import dev.bascule.prediction.data.CannotRun;
import dev.bascule.prediction.data.HistoryData;
import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.data.TrainingSet;
import dev.bascule.prediction.feasible.FailedPairs;
import dev.bascule.prediction.feasible.Feasibility;
import dev.bascule.prediction.feasible.OperatorEvidence;
import dev.bascule.prediction.file.DataFile;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.SeenMachine;
import dev.bascule.reports.history.TimedAttempt;
import dev.bascule.scheduling.worker.Inventory;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What was measured, and what kind of machine it was measured on. Immutable.
 *
 * @param words of each machine by its fingerprint: {@code AMD EPYC, 2 cores, Linux}
 * @param asked settings of the cases in which a model was fed such inputs
 * @param ends where models did not run
 */
public record KnownMachines(
        TrainingSet set,
        Map<String, String> words,
        Map<PredictedModel.Key, Set<Map<String, String>>> asked,
        Ends ends) {
    private static final String BATCH = "batch";
    private static final String ONE = "1";
    private static final String FRAME = "frame.";

    /** Where models did not run, and what that says of others. */
    public record Ends(CannotRun own, Feasibility others) {

        /** @param attempts of the history that the operators are of */
        static Ends of(TrainingSet set, List<TimedAttempt> attempts, OperatorEvidence operators) {
            return new Ends(CannotRun.of(attempts), new Feasibility(set, FailedPairs.of(set, attempts), operators));
        }
    }

    public KnownMachines {
        words = Map.copyOf(words);
        asked = asked.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, each -> Set.copyOf(each.getValue())));
    }

    /** What the product brings: of models with sizes of their own, one by one. */
    public static KnownMachines shipped() {
        TrainingSet set = DataFile.shipped();
        return new KnownMachines(
                set,
                DataFile.shippedValidation().machines(),
                set.models().keySet().stream()
                        .collect(Collectors.toMap(Function.identity(), key -> Set.of(Map.of(BATCH, ONE)))),
                Ends.of(set, List.of(), OperatorEvidence.NONE));
    }

    /** With what a history has. */
    public KnownMachines plus(History history) {
        Map<String, String> all = new HashMap<>(words);
        for (SeenMachine seen : history.machines()) {
            all.put(
                    seen.machine().fingerprint(),
                    "%s, %d cores, %s"
                            .formatted(
                                    seen.machine().cpu().name(),
                                    seen.machine().cpu().cores(),
                                    seen.machine().os()));
        }
        List<TimedAttempt> attempts = history.timedAttempts();
        Map<PredictedModel.Key, Set<Map<String, String>>> fed = new HashMap<>();
        asked.forEach((key, settings) -> fed.put(key, new HashSet<>(settings)));
        for (TimedAttempt attempt : attempts) {
            TimedAttempt.Subject subject = attempt.subject();
            fed.computeIfAbsent(new PredictedModel.Key(subject.sha256(), subject.inputs()), key -> new HashSet<>())
                    .add(subject.settings());
        }
        TrainingSet both = set.plus(HistoryData.of(history.works(), attempts));
        return new KnownMachines(both, all, fed, Ends.of(both, attempts, OperatorEvidence.of(history, attempts)));
    }

    /**
     * A model with each of the inputs that it was fed where such sizes were asked for.
     *
     * @param sizes batch, dimensions and frames as a case's settings have them; of a dimension that is not among them any size is one
     *     that was chosen
     */
    List<PredictedModel> fed(String sha256, Map<String, String> sizes) {
        return set.models().values().stream()
                .filter(model -> model.sha256().equals(sha256)
                        && asked.getOrDefault(model.key(), Set.of()).stream()
                                .anyMatch(settings -> isOf(sizes, settings)))
                .toList();
    }

    private static boolean isOf(Map<String, String> sizes, Map<String, String> settings) {
        return sizes.getOrDefault(BATCH, ONE).equals(settings.getOrDefault(BATCH, ONE))
                && sizes.entrySet().stream()
                        .allMatch(each ->
                                each.getKey().equals(BATCH) || each.getValue().equals(settings.get(each.getKey())))
                && settings.keySet().stream().allMatch(name -> !name.startsWith(FRAME) || sizes.containsKey(name));
    }

    /**
     * Why a model gets no time on a target, as {@code predict} says it: it ended badly there, or on the same target of a machine like it; or
     * others let expect it, which says nothing where it ran right.
     */
    Optional<String> cannot(PredictedModel model, TargetKey target, Inventory machine) {
        Optional<String> own = ends.own().why(model.key(), target);
        boolean ran =
                set.measuredOn(target).stream().anyMatch(other -> other.key().equals(model.key()));
        if (own.isPresent() || ran) {
            return own;
        }
        return words.keySet().stream()
                .filter(fingerprint -> isLike(fingerprint, machine))
                .map(fingerprint -> new TargetKey(fingerprint, target.target(), target.threads()))
                .filter(twin -> ends.own().failed(model.key(), twin))
                .flatMap(twin -> ends.own().why(model.key(), twin).stream())
                .sorted()
                .findFirst()
                .or(() -> ends.others().cannot(model, target));
    }

    /** Where models were measured on a machine with that processor, as many of it, and that system. */
    List<TargetKey> like(Inventory machine) {
        return set.targets().keySet().stream()
                .filter(target -> isLike(target.machine(), machine))
                .toList();
    }

    private boolean isLike(String fingerprint, Inventory machine) {
        String begin = "%s, %d cores, ".formatted(machine.processor(), machine.processors());
        return Optional.ofNullable(words.get(fingerprint))
                .filter(text -> text.startsWith(begin)
                        && WorkerInventory.os(text.substring(begin.length()).toLowerCase(Locale.ROOT))
                                .equals(machine.os()))
                .isPresent();
    }
}
