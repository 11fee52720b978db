package dev.bascule.cli.history;

import dev.bascule.cli.output.TextTable;
import dev.bascule.reports.format.Times;
import dev.bascule.reports.history.QuantizationHeading;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The commands that made models smaller. Stateless. */
final class ListedQuantizations {
    private ListedQuantizations() {}

    static String table(List<QuantizationHeading> quantizations) {
        TextTable table = new TextTable("QUANTISATION", "BEGAN", "MODEL", "DATA", "VARIANTS", "TAKE");
        quantizations.forEach(one -> table.row(
                one.command(),
                Times.minute(one.at()),
                one.model(),
                one.data(),
                one.made() + (one.interrupted() ? ", stopped" : "") + (one.imported() ? ", imported" : ""),
                one.targets().isEmpty()
                        ? "-"
                        : one.targets().stream()
                                .map(target -> "%s: %s".formatted(target.target(), target.words()))
                                .collect(Collectors.joining(", "))));
        return table.toString();
    }

    static Map<String, Object> document(QuantizationHeading one) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("id", one.command());
        object.put("startedAt", one.at());
        object.put("model", one.model());
        object.put("data", one.data());
        object.put("made", one.made());
        object.put(
                "targets",
                one.targets().stream().map(ListedQuantizations::target).toList());
        object.put("interrupted", one.interrupted());
        object.put("imported", one.imported());
        return object;
    }

    private static Map<String, Object> target(QuantizationHeading.Target target) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("target", target.target());
        object.put("variant", target.advised());
        object.put("keeps", target.keeps());
        return object;
    }
}
