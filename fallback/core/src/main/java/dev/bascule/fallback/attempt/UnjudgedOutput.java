package dev.bascule.fallback.attempt;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * An output whose reference tells right from wrong in nothing, or hardly: being equal to it shows no computing.
 *
 * @param output its name
 * @param why what the reference is like
 */
public record UnjudgedOutput(String output, Why why) {

    /** What a reference may be like, in all of its elements and at every step. */
    public enum Why {
        EMPTY("it has no element"),
        ALL_NAN("every value of the reference is NaN"),
        ALL_INFINITE("every value of the reference is infinite"),
        NOT_FINITE("no value of the reference is finite"),
        /** With other inputs too: a threshold that nothing passes is constant as well, and no better evidence. */
        CONSTANT("every value of the reference is the same, whatever the inputs"),
        UNREPEATABLE("the reference differs from itself on the same inputs"),
        NO_REFERENCE("nothing says what it should be");

        private final String words;

        Why(String words) {
            this.words = words;
        }

        /** As half a sentence. */
        public String words() {
            return words;
        }
    }

    /** Whether a value of it can still be told wrong; of the others nothing can. */
    public boolean isCompared() {
        return why != Why.UNREPEATABLE && why != Why.NO_REFERENCE;
    }

    @Override
    public String toString() {
        return "'%s': %s".formatted(output, why.words());
    }

    /** The outputs of which the values themselves show that nothing can be judged, by name. */
    public static List<UnjudgedOutput> in(List<Map<String, Tensor>> steps) {
        List<UnjudgedOutput> found = new ArrayList<>();
        names(steps)
                .forEach(name ->
                        ofValues(values(steps, name)).ifPresent(why -> found.add(new UnjudgedOutput(name, why))));
        return found;
    }

    /** The outputs whose elements, more than one, are all the same: whether inputs change them is still to be seen. */
    public static Set<String> uniform(List<Map<String, Tensor>> steps) {
        Set<String> found = new TreeSet<>();
        names(steps).stream().filter(name -> isUniform(values(steps, name))).forEach(found::add);
        return found;
    }

    private static Set<String> names(List<Map<String, Tensor>> steps) {
        Set<String> names = new TreeSet<>();
        steps.forEach(step -> names.addAll(step.keySet()));
        return names;
    }

    private static List<Tensor> values(List<Map<String, Tensor>> steps, String name) {
        return steps.stream()
                .flatMap(step -> Optional.ofNullable(step.get(name)).stream())
                .toList();
    }

    private static Optional<Why> ofValues(List<Tensor> values) {
        long elements = 0;
        long nan = 0;
        long infinite = 0;
        for (Tensor tensor : values) {
            int n = Math.toIntExact(tensor.shape().elements());
            elements += n;
            if (!tensor.dtype().isFloat()) {
                continue;
            }
            Elements.Reader reader = Elements.of(tensor);
            for (int i = 0; i < n; i++) {
                double value = reader.at(i);
                nan += Double.isNaN(value) ? 1 : 0;
                infinite += Double.isInfinite(value) ? 1 : 0;
                if (nan + infinite == 0) {
                    return Optional.empty();
                }
            }
        }
        if (elements == 0) {
            return Optional.of(Why.EMPTY);
        }
        if (nan + infinite < elements) {
            return Optional.empty();
        }
        return Optional.of(nan == elements ? Why.ALL_NAN : infinite == elements ? Why.ALL_INFINITE : Why.NOT_FINITE);
    }

    private static boolean isUniform(List<Tensor> values) {
        if (values.stream().allMatch(tensor -> tensor.shape().elements() < 2)) {
            return false;
        }
        return values.stream().map(UnjudgedOutput::onlyValue).distinct().count() == 1
                && values.stream().map(UnjudgedOutput::onlyValue).allMatch(Optional::isPresent);
    }

    /** The value that all elements have. */
    private static Optional<Object> onlyValue(Tensor tensor) {
        if (tensor.dtype() == DType.STRING) {
            List<String> distinct = tensor.asStrings().stream().distinct().toList();
            return distinct.size() == 1 ? Optional.of(distinct.get(0)) : Optional.empty();
        }
        int n = Math.toIntExact(tensor.shape().elements());
        Elements.Reader reader = Elements.of(tensor);
        for (int i = 1; i < n; i++) {
            if (Double.compare(reader.at(i), reader.at(0)) != 0) {
                return Optional.empty();
            }
        }
        return n == 0 ? Optional.empty() : Optional.of(reader.at(0));
    }
}
