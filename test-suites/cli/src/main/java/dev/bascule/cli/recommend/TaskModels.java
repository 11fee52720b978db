package dev.bascule.cli.recommend;

import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.text.Nearest;
import dev.bascule.models.source.ModelSource;
import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TrainingSet;
import dev.bascule.prediction.recommend.CandidateModel;
import dev.bascule.prediction.recommend.MeasuredCells;
import dev.bascule.reports.matrix.CaseResult;
import dev.bascule.suites.suite.BuiltInSuites;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The models of the built-in suites and of the history that do a task. Nothing is fetched, made or looked into. Stateless. */
final class TaskModels {
    private TaskModels() {}

    /** A built-in model's task, what it is called in commands, and its bytes where they are counted without making it. */
    private record BuiltIn(String task, String reference, OptionalLong bytes) {}

    /**
     * One for each model's bytes and inputs; one without these for a model that nobody measured.
     *
     * @throws BasculeException {@link ErrorCode#USAGE_ERROR} for a task that there is not, naming those that there are
     */
    static List<CandidateModel> of(String task, List<CaseResult> cells, TrainingSet data) {
        Map<String, BuiltIn> builtIn = builtIn();
        requireKnown(task, builtIn, cells);
        SortedMap<String, SortedMap<PredictedModel.Key, Long>> seen = new TreeMap<>();
        for (CaseResult cell : cells) {
            ModelInfo model = cell.run().model();
            if (model.task().equals(task)) {
                seen.computeIfAbsent(model.name(), name -> new TreeMap<>())
                        .put(MeasuredCells.model(cell), model.bytes());
            }
        }
        SortedSet<String> names = new TreeSet<>(seen.keySet());
        builtIn.forEach((name, model) -> {
            if (model.task().equals(task)) {
                names.add(name);
            }
        });
        Map<String, List<PredictedModel.Key>> known = data.models().values().stream()
                .collect(Collectors.groupingBy(
                        PredictedModel::name, Collectors.mapping(PredictedModel::key, Collectors.toList())));
        List<CandidateModel> models = new ArrayList<>();
        for (String name : names) {
            Optional<BuiltIn> own = Optional.ofNullable(builtIn.get(name));
            SortedMap<PredictedModel.Key, Long> measured = seen.getOrDefault(name, new TreeMap<>());
            SortedSet<PredictedModel.Key> keys = new TreeSet<>(measured.keySet());
            keys.addAll(known.getOrDefault(name, List.of()));
            String reference = own.map(BuiltIn::reference).orElse(name);
            OptionalLong counted = own.map(BuiltIn::bytes).orElse(OptionalLong.empty());
            keys.forEach(key -> models.add(new CandidateModel(
                    name,
                    reference,
                    Optional.of(key),
                    Optional.ofNullable(measured.get(key)).map(OptionalLong::of).orElse(counted))));
            if (keys.isEmpty()) {
                models.add(new CandidateModel(name, reference, Optional.empty(), counted));
            }
        }
        return List.copyOf(models);
    }

    private static Map<String, BuiltIn> builtIn() {
        Map<String, BuiltIn> models = new TreeMap<>();
        BuiltInSuites.names().stream()
                .flatMap(name -> BuiltInSuites.find(name).stream())
                .flatMap(suite -> suite.models().stream())
                .forEach(model -> {
                    ModelSource source = ModelSource.parse(model.reference(), Path.of(""));
                    if (source instanceof ModelSource.FromZoo zoo) {
                        models.computeIfAbsent(
                                zoo.model().id(),
                                id -> new BuiltIn(
                                        zoo.model().task(),
                                        model.reference(),
                                        OptionalLong.of(zoo.model().sizeBytes())));
                    } else if (source instanceof ModelSource.FromPretrained one) {
                        models.computeIfAbsent(
                                one.model().id(),
                                id -> new BuiltIn(one.model().task(), model.reference(), OptionalLong.empty()));
                    }
                });
        return models;
    }

    private static void requireKnown(String task, Map<String, BuiltIn> builtIn, List<CaseResult> cells) {
        SortedSet<String> known = new TreeSet<>();
        builtIn.values().forEach(model -> known.add(model.task()));
        cells.forEach(cell -> known.add(cell.run().model().task()));
        known.remove(ModelInfo.CONFORMANCE);
        if (!known.contains(task)) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "there is no task '%s'%s".formatted(task, Nearest.hint(task, known)),
                    "bascule models lists the built-in models with family and task");
        }
    }
}
