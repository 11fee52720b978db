package dev.bascule.cli.classify;

import dev.bascule.fallback.cases.Family;
import dev.bascule.models.classify.Answer;
import dev.bascule.models.classify.ArchitectureKind;
import dev.bascule.models.classify.Classification;
import dev.bascule.models.classify.Likelihood;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The document of {@code classify MODEL… --json}. Stateless. */
final class ClassifyDocument {
    private ClassifyDocument() {}

    static Map<String, Object> of(List<ClassifiedModel> models, boolean names) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("schemaVersion", 1);
        document.put("namesAsked", names);
        document.put("models", models.stream().map(ClassifyDocument::model).toList());
        return document;
    }

    private static Map<String, Object> model(ClassifiedModel each) {
        Classification kind = each.kind();
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", each.model().name());
        map.put("sha256", each.model().sha256());
        map.put("family", answer(kind.family(), Family::id));
        map.put("architecture", answer(kind.architecture(), ArchitectureKind::id));
        map.put("network", kind.architecture().value().map(ArchitectureKind::network));
        map.put("task", answer(kind.task(), Function.identity()));
        Map<String, Object> size = new LinkedHashMap<>();
        size.put("tier", kind.size().tier().id());
        size.put("parameters", kind.size().parameters());
        size.put("operations", kind.size().operations());
        size.put("atLeast", kind.size().atLeast());
        size.put("note", kind.size().note());
        map.put("size", size);
        map.put("notes", kind.notes());
        return map;
    }

    private static <L> Map<String, Object> answer(Answer<L> answer, Function<L, String> word) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("value", answer.value().map(word));
        map.put("predictedProbability", answer.likelihood().map(Likelihood::probability));
        map.put("restsOn", answer.likelihood().map(ClassifyDocument::counts));
        map.put("evidence", answer.evidence());
        map.put("reason", Optional.of(answer.reason()).filter(why -> !why.isBlank()));
        return map;
    }

    private static Map<String, Object> counts(Likelihood likelihood) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("right", likelihood.right());
        map.put("networks", likelihood.networks());
        map.put("models", likelihood.models());
        return map;
    }
}
