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
    @JsonSubTypes.Type(Answer.Activity.class),
    @JsonSubTypes.Type(Answer.Boxes.class)
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

    /** Where something is, in the order in which it was found. */
    @JsonTypeName("boxes")
    record Boxes(List<Box> found) implements Answer {
        private static final int SHOWN = 8;

        public Boxes {
            found = List.copyOf(found);
        }

        @Override
        public String words() {
            if (found.isEmpty()) {
                return "no box";
            }
            String more = found.size() > SHOWN ? "; …" : "";
            return found.stream()
                    .limit(SHOWN)
                    .map(Box::words)
                    .collect(Collectors.joining(
                            "; ", found.size() == 1 ? "1 box: " : "%d boxes: ".formatted(found.size()), more));
        }
    }

    /** A rectangle in pixels of the picture as the model sees it, edges included on the left and above alone. */
    record Box(double left, double top, double right, double bottom, String label, double score) {

        /** What both have of what either has: from 0 to 1. */
        public double overlap(Box other) {
            double width = Math.min(right, other.right) - Math.max(left, other.left);
            double height = Math.min(bottom, other.bottom) - Math.max(top, other.top);
            if (!(width > 0) || !(height > 0)) {
                return 0;
            }
            double both = width * height;
            return both / (area() + other.area() - both);
        }

        private double area() {
            return (right - left) * (bottom - top);
        }

        private String words() {
            return String.format(Locale.ROOT, "%s%.0f,%.0f–%.0f,%.0f (%.2f)", named(), left, top, right, bottom, score);
        }

        private String named() {
            return label.isEmpty() ? "" : label + " ";
        }
    }
}
