package dev.bascule.reports.history;

import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.reports.history.MatrixPage.Column;
import dev.bascule.reports.history.PlacedCell.ColumnParts;
import dev.bascule.reports.history.PlacedCell.RowParts;
import dev.bascule.reports.matrix.RowLabel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Names rows and columns of a page as {@link dev.bascule.reports.matrix.Matrix} does. Stateless. */
final class MatrixLabels {
    private static final Comparator<Column> ORDER = Comparator.comparing(Column::side)
            .thenComparing(Column::group)
            .thenComparing(column -> column.chain().size() > 1)
            .thenComparing(Column::label)
            .thenComparing(Column::machine)
            .thenComparing(Column::key);

    private MatrixLabels() {}

    /**
     * @param ofModel how many of the chosen rows are of models of this name
     * @param alike how many of these have the same case and settings as well
     */
    static String row(RowParts row, long ofModel, long alike) {
        String label = RowLabel.of(row.model(), row.caseName(), row.settings(), ofModel == 1);
        return alike == 1 ? label : label + " sha " + shortened(row.sha256());
    }

    /** A column before it has its name. */
    record Unnamed(ColumnParts parts, Optional<Boolean> software) {}

    /** Of a column whose cells say these: software as soon as any says so, nothing where none says anything. */
    static Optional<Boolean> together(Optional<Boolean> one, Optional<Boolean> other) {
        return one.filter(software -> software).or(() -> other).or(() -> one);
    }

    /** In the order of reading. */
    static List<Column> columns(Collection<Unnamed> unnamed) {
        boolean manyMachines = unnamed.stream()
                        .map(column -> column.parts().machine())
                        .distinct()
                        .count()
                > 1;
        Map<String, Integer> alike = new TreeMap<>();
        unnamed.forEach(column -> alike.merge(group(column, manyMachines) + "\n" + label(column), 1, Integer::sum));
        List<Column> columns = new ArrayList<>();
        for (Unnamed column : unnamed) {
            ColumnParts parts = column.parts();
            String group = group(column, manyMachines);
            String label = label(column);
            boolean alone = alike.getOrDefault(group + "\n" + label, 1) == 1;
            columns.add(new Column(
                    parts.machine(),
                    parts.key(),
                    group,
                    alone ? label : distinct(parts, label),
                    parts.side(),
                    parts.browser(),
                    parts.engine(),
                    parts.chain(),
                    parts.deviceType(),
                    parts.device(),
                    column.software()));
        }
        columns.sort(ORDER);
        return columns;
    }

    private static String group(Unnamed column, boolean manyMachines) {
        String where = column.parts().where();
        return manyMachines ? where + " @" + shortened(column.parts().machine()) : where;
    }

    /** WebNN is a way to any device, so that its name alone does not say which; the others' does. */
    private static String label(Unnamed column) {
        ColumnParts parts = column.parts();
        String index = parts.device().map(device -> " #" + device).orElse("");
        boolean webNn = parts.chain().equals(List.of(Backends.WEBNN.id()));
        String type = webNn ? parts.deviceType().map(MatrixLabels::word).orElse("") : "";
        return (String.join("→", parts.chain()) + " " + type).strip() + index;
    }

    private static String distinct(ColumnParts parts, String label) {
        return String.join(
                " ", label, parts.deviceType().map(MatrixLabels::word).orElse("any"), parts.engine());
    }

    private static String word(DeviceType type) {
        return type.name().toLowerCase(Locale.ROOT);
    }

    private static String shortened(String hash) {
        return hash.substring(0, Math.min(8, hash.length()));
    }
}
