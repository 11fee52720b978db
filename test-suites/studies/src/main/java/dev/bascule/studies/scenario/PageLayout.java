package dev.bascule.studies.scenario;

import dev.bascule.fallback.answer.Answer.Box;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * In which order boxes of text are read: lines from above, boxes of a line from the left; both turned around on a page that stands on
 * its head. Stateless.
 */
final class PageLayout {
    private PageLayout() {}

    /** @param upsideDown whether its line stands on its head */
    record Piece(Box box, boolean upsideDown, String text) {
        private double middle() {
            return (box.top() + box.bottom()) / 2;
        }
    }

    /** Lines divided by line feeds, pieces of a line by blanks. */
    static String text(List<Piece> pieces) {
        List<List<Piece>> lines = new ArrayList<>();
        pieces.stream().sorted(Comparator.comparingDouble(Piece::middle)).forEach(piece -> {
            // What has its middle above the lower edge of the one before stands beside it.
            if (lines.isEmpty() || piece.middle() >= last(lines).get(0).box().bottom()) {
                lines.add(new ArrayList<>());
            }
            last(lines).add(piece);
        });
        lines.forEach(line ->
                line.sort(Comparator.comparingDouble(piece -> piece.box().left())));
        long turned = pieces.stream().filter(Piece::upsideDown).count();
        if (2 * turned > pieces.size()) {
            Collections.reverse(lines);
            lines.forEach(Collections::reverse);
        }
        return lines.stream()
                .map(line -> line.stream().map(Piece::text).collect(Collectors.joining(" ")))
                .collect(Collectors.joining("\n"));
    }

    private static List<Piece> last(List<List<Piece>> lines) {
        return lines.get(lines.size() - 1);
    }
}
