package dev.bascule.reports.chart;

import dev.bascule.fallback.measure.Interval;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/** Fields of a chart's JSON; figures have five digits, more than a picture can show. Not thread-safe. */
final class Fields {
    private static final MathContext DIGITS = new MathContext(5);

    private final Map<String, Object> fields = new LinkedHashMap<>();

    Fields with(String name, Object value) {
        fields.put(name, value);
        return this;
    }

    Fields with(String name, double value) {
        return with(name, (Object) rounded(value));
    }

    Fields with(String name, Collection<Double> values) {
        return with(name, (Object) values.stream().map(Fields::rounded).toList());
    }

    Fields with(String name, double[] values) {
        return with(name, Arrays.stream(values).boxed().toList());
    }

    Fields withKnown(String name, Optional<Double> value) {
        value.ifPresent(known -> with(name, known.doubleValue()));
        return this;
    }

    Fields withEnds(Optional<Interval> interval) {
        interval.ifPresent(ends -> with("ends", List.of(rounded(ends.low()), rounded(ends.high()))));
        return this;
    }

    /** A list of objects: what a function puts into the fields of each. */
    <T> Fields withRows(String name, List<T> rows, BiFunction<Fields, T, Fields> row) {
        return with(name, (Object)
                rows.stream().map(one -> row.apply(new Fields(), one).all()).toList());
    }

    Map<String, Object> all() {
        return fields;
    }

    static BigDecimal rounded(double value) {
        BigDecimal rounded = new BigDecimal(value).round(DIGITS).stripTrailingZeros();
        return rounded.scale() < 0 ? rounded.setScale(0) : rounded;
    }
}
