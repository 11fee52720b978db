package dev.bascule.suites.suite;

import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.text.Nearest;
import dev.bascule.models.source.ModelKind;
import dev.bascule.models.zoo.Zoo;
import dev.bascule.models.zoo.ZooModel;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Selects models by family and task. Immutable.
 *
 * @param families a model's is one of these; none selects any
 * @param tasks likewise
 */
public record KindFilter(List<String> families, List<String> tasks) {

    /** @throws BasculeException {@link ErrorCode#USAGE_ERROR} for a family that there is not, naming the nearest */
    public KindFilter {
        families = List.copyOf(families);
        tasks = List.copyOf(tasks);
        List<String> known = Arrays.stream(Family.values()).map(Family::id).toList();
        for (String family : families) {
            requireKnown("family", family, known);
        }
    }

    /** Whether it selects at all. */
    public boolean any() {
        return !families.isEmpty() || !tasks.isEmpty();
    }

    public boolean selects(ModelKind kind) {
        return (families.isEmpty() || families.contains(kind.family().id()))
                && (tasks.isEmpty() || tasks.contains(kind.task()));
    }

    /**
     * The zoo's models that it selects.
     *
     * @throws BasculeException {@link ErrorCode#USAGE_ERROR} for an unknown task, {@link ErrorCode#NOTHING_SELECTED_TO_RUN}
     */
    public List<ZooModel> of(List<ZooModel> models) {
        return selected(models, model -> new ModelKind(model.family(), model.task()));
    }

    /**
     * The same suites with the models that it selects.
     *
     * @param kinds looks into a model; asked only where something is selected
     * @throws BasculeException as {@link #of} does, or what looking into a model throws
     */
    public List<Suite> of(List<Suite> suites, Function<SuiteModel, ModelKind> kinds) {
        if (!any()) {
            return suites;
        }
        Set<SuiteModel> left = Set.copyOf(selected(
                suites.stream().flatMap(suite -> suite.models().stream()).toList(), kinds));
        return suites.stream()
                .map(suite -> suite.with(
                        suite.models().stream().filter(left::contains).toList()))
                .toList();
    }

    private <M> List<M> selected(List<M> models, Function<M, ModelKind> kinds) {
        List<ModelKind> known = models.stream().map(kinds).toList();
        List<String> thereAre = Stream.concat(
                        Zoo.models().stream().map(ZooModel::task),
                        known.stream().map(ModelKind::task))
                .distinct()
                .sorted()
                .toList();
        tasks.forEach(task -> requireKnown("task", task, thereAre));
        List<M> left = IntStream.range(0, models.size())
                .filter(i -> selects(known.get(i)))
                .mapToObj(models::get)
                .distinct()
                .toList();
        if (left.isEmpty() && !models.isEmpty()) {
            throw new BasculeException(
                    ErrorCode.NOTHING_SELECTED_TO_RUN,
                    "%s selects %s; there are %s"
                            .formatted(
                                    this,
                                    models.size() == 1
                                            ? "not the one model"
                                            : "none of the %d models".formatted(models.size()),
                                    words(known)),
                    "name one of these, or another suite: bascule models lists the built-in models with family and task");
        }
        return left;
    }

    /** {@code audio (keyword-spotting), vision (image-classification, object-detection)}. */
    private static String words(List<ModelKind> kinds) {
        Map<String, TreeSet<String>> tasks = new TreeMap<>();
        kinds.forEach(kind -> tasks.computeIfAbsent(kind.family().id(), family -> new TreeSet<>())
                .add(kind.task()));
        return tasks.entrySet().stream()
                .map(entry -> "%s (%s)".formatted(entry.getKey(), String.join(", ", entry.getValue())))
                .collect(Collectors.joining(", "));
    }

    private static void requireKnown(String what, String word, List<String> known) {
        if (!known.contains(word)) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "there is no %s '%s'%s".formatted(what, word, Nearest.hint(word, known)),
                    "bascule models lists the built-in models with family and task");
        }
    }

    /** As it was typed. */
    @Override
    public String toString() {
        return Stream.of(
                        families.isEmpty() ? "" : "--family " + String.join(",", families),
                        tasks.isEmpty() ? "" : "--task " + String.join(",", tasks))
                .filter(word -> !word.isEmpty())
                .collect(Collectors.joining(" "));
    }
}
