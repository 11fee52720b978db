package dev.bascule.app.environment;

import dev.bascule.execution.cases.PublishedSet;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.models.graph.ModelInspection;
import dev.bascule.models.graph.TestDataSet;
import dev.bascule.models.inputs.PreparedTensors;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Reads the data sets that were published with a model. Stateless. */
final class PublishedSets {
    private PublishedSets() {}

    /** What a set feeds. */
    static PreparedTensors inputs(TestDataSet set, ModelInspection model) {
        return new PreparedTensors("the data set " + name(set), set.inputs(model));
    }

    /**
     * All of them, in order.
     *
     * @param first the first one's feeds
     * @param feeds those of any other
     */
    static List<PublishedSet> of(
            List<TestDataSet> sets, ModelInspection model, Feeds first, Function<PreparedTensors, Feeds> feeds) {
        List<PublishedSet> published = new ArrayList<>();
        for (TestDataSet set : sets) {
            Feeds own = published.isEmpty() ? first : feeds.apply(inputs(set, model));
            published.add(new PublishedSet(name(set), own, set.outputs(model)));
        }
        return published;
    }

    /** What they leave out, by set. */
    static Map<String, String> notes(List<PublishedSet> sets, List<String> outputs) {
        Map<String, String> notes = new TreeMap<>();
        for (PublishedSet set : sets) {
            String lacking = outputs.stream()
                    .filter(name -> !set.expected().containsKey(name))
                    .collect(Collectors.joining("', '", "'", "'"));
            boolean timed = set.equals(sets.get(0));
            if (lacking.length() > 2) {
                notes.put(
                        "published " + set.name(),
                        "it has no %s: %s"
                                .formatted(
                                        lacking,
                                        timed
                                                ? "the native CPU says what that should be"
                                                : set.expected().isEmpty()
                                                        ? "the set is not judged"
                                                        : "that is judged in the first set alone"));
            }
        }
        return notes;
    }

    private static String name(TestDataSet set) {
        return String.valueOf(set.folder().getFileName());
    }
}
