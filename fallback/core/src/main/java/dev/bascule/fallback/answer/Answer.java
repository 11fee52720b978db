package dev.bascule.fallback.answer;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What a model says. Immutable. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(Answer.Classes.class),
    @JsonSubTypes.Type(Answer.Text.class),
    @JsonSubTypes.Type(Answer.Vector.class),
    @JsonSubTypes.Type(Answer.Activity.class)
})
public sealed interface Answer {

    /** In a few words, for people. */
    String words();

    /** @param best the highest score first */
    @JsonTypeName("classes")
    record Classes(List<Scored> best) implements Answer {
        public Classes {
            best = List.copyOf(best);
        }

        @Override
        public String words() {
            return best.stream()
                    .map(one -> String.format(Locale.ROOT, "%s %.1f %%", one.label(), 100 * one.score()))
                    .collect(Collectors.joining(", "));
        }
    }

    /** @param index the class's number */
    record Scored(int index, String label, double score) {}

    /** @param confidence the mean probability of its characters; 0 of an empty text */
    @JsonTypeName("text")
    record Text(String text, double confidence) implements Answer {
        @Override
        public String words() {
            return text.isEmpty() ? "no text" : String.format(Locale.ROOT, "\"%s\" %.1f %%", text, 100 * confidence);
        }
    }

    /** Of length one, unless it is all zeros. */
    @JsonTypeName("vector")
    record Vector(List<Double> values) implements Answer {
        private static final int SHOWN = 3;

        public Vector {
            values = List.copyOf(values);
        }

        @Override
        public String words() {
            return values.stream()
                    .limit(SHOWN)
                    .map(value -> String.format(Locale.ROOT, "%.3f", value))
                    .collect(Collectors.joining(", ", "[", ", …] of %d values".formatted(values.size())));
        }
    }

    /** @param scores of each step */
    @JsonTypeName("activity")
    record Activity(List<Double> scores, double threshold) implements Answer {
        public Activity {
            scores = List.copyOf(scores);
        }

        /** Steps in which somebody speaks. */
        public long active() {
            return scores.stream().filter(score -> score >= threshold).count();
        }

        @Override
        public String words() {
            return "speech in %d of %d frames".formatted(active(), scores.size());
        }
    }
}
