package dev.bascule.cli.train;

import dev.bascule.studies.training.Evaluation;
import dev.bascule.training.metric.Confusion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** What the last parameters say of each class, for {@code train --json}. Stateless. */
final class TrainClassesDocument {
    private TrainClassesDocument() {}

    static List<Map<String, Object>> of(Evaluation.Answers answers) {
        Confusion said = answers.said();
        List<Map<String, Object>> classes = new ArrayList<>();
        for (int i = 0; i < answers.classes().size(); i++) {
            OptionalDouble recall = said.recall(i);
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("name", answers.classes().get(i));
            one.put("of", said.ofClass(i));
            one.put("right", said.counts().get(i).get(i));
            one.put("accuracy", recall.stream().boxed().findFirst());
            one.put("said", said.counts().get(i));
            one.put("unanswered", said.unanswered().get(i));
            classes.add(one);
        }
        return classes;
    }
}
