package dev.bascule.studies.quantization;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.text.Nearest;
import dev.bascule.quantization.Method;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The methods that there are, in the order in which they are shown. Thread-safe. */
@FunctionalInterface
public interface MethodSet {
    /** The word for every method. */
    String ALL = "all";

    List<Method> all();

    /** The one of this name; empty where there is none. */
    default Optional<Method> named(String name) {
        return all().stream().filter(method -> method.name().equals(name)).findFirst();
    }

    default List<String> names() {
        return all().stream().map(Method::name).toList();
    }

    /**
     * Those of these names, each once, in this order.
     *
     * @param words names, or {@value #ALL}
     * @throws BasculeException {@link ErrorCode#USAGE_ERROR} for a name that there is not, with the nearest
     */
    default List<Method> chosen(List<String> words) {
        Set<Method> chosen = new LinkedHashSet<>();
        for (String word : words) {
            if (word.equals(ALL)) {
                chosen.addAll(all());
            } else {
                chosen.add(named(word)
                        .orElseThrow(() -> new BasculeException(
                                ErrorCode.USAGE_ERROR,
                                "there is no method '%s'%s".formatted(word, Nearest.hint(word, names())),
                                "--methods all, or some of " + String.join(", ", names()))));
            }
        }
        return List.copyOf(chosen);
    }
}
