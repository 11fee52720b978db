package dev.bascule.prediction.fit;

import java.util.OptionalDouble;

/**
 * The geometric mean of two methods whose errors are of different kinds: prices of work err where a kernel is used unlike others
 * of its class, ratios of times where the other engine fuses otherwise. Half of each, so that no weight is fitted. Stateless.
 */
final class Blend {
    private Blend() {}

    static Method of(String id, Method one, Method other) {
        return new Method(
                id,
                one.level().compareTo(other.level()) > 0 ? one.level() : other.level(),
                "the geometric mean of %s and %s".formatted(one.id(), other.id()),
                lesson -> {
                    Fit first = lesson.fits().of(one, lesson.target());
                    Fit second = lesson.fits().of(other, lesson.target());
                    return question -> {
                        OptionalDouble left = first.log(question);
                        OptionalDouble right = second.log(question);
                        return left.isPresent() && right.isPresent()
                                ? OptionalDouble.of((left.getAsDouble() + right.getAsDouble()) / 2)
                                : OptionalDouble.empty();
                    };
                });
    }
}
