package dev.bascule.fallback.answer;

import dev.bascule.fallback.answer.Answer.Box;
import dev.bascule.fallback.tensor.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Upright rectangles around what a map of probabilities holds together. Used once. */
final class TextBoxes {
    /** Narrower is no text, before and after it grows (PaddleOCR's {@code min_size}). */
    private static final int NARROWEST = 3;

    private static final int GROWN = NARROWEST + 2;

    private final AnswerSpec.TextBoxes spec;
    private final double[] map;
    private final int width;
    private final int height;
    private final boolean[] seen;
    private final int[] waiting;

    private TextBoxes(AnswerSpec.TextBoxes spec, double[] map, int width) {
        this.spec = spec;
        this.map = map;
        this.width = width;
        this.height = map.length / width;
        this.seen = new boolean[map.length];
        this.waiting = new int[map.length];
    }

    static Answer.Boxes of(AnswerSpec.TextBoxes spec, Shape shape, double[] map) {
        List<Long> dims = shape.dims();
        if (dims.size() < 2 || map.length == 0 || map.length != dims.get(dims.size() - 1) * dims.get(dims.size() - 2)) {
            throw new IllegalArgumentException("'%s' is %s, and no map of one picture".formatted(spec.output(), shape));
        }
        return new Answer.Boxes(new TextBoxes(spec, map, Math.toIntExact(dims.get(dims.size() - 1))).found());
    }

    /** In the order of their first pixels, row by row. */
    private List<Box> found() {
        List<Box> boxes = new ArrayList<>();
        for (int at = 0; at < map.length && boxes.size() < spec.most(); at++) {
            if (isNewText(at)) {
                box(region(at)).ifPresent(boxes::add);
            }
        }
        return boxes;
    }

    private boolean isNewText(int at) {
        return !seen[at] && map[at] > spec.threshold();
    }

    /** First column and row, and those after the last, of the pixels that hang together by sides or corners. */
    private int[] region(int first) {
        int[] bounds = {width, height, 0, 0};
        int count = 0;
        seen[first] = true;
        waiting[count++] = first;
        while (count > 0) {
            int at = waiting[--count];
            int x = at % width;
            int y = at / width;
            bounds[0] = Math.min(bounds[0], x);
            bounds[1] = Math.min(bounds[1], y);
            bounds[2] = Math.max(bounds[2], x + 1);
            bounds[3] = Math.max(bounds[3], y + 1);
            for (int row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++) {
                for (int column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
                    int next = row * width + column;
                    if (isNewText(next)) {
                        seen[next] = true;
                        waiting[count++] = next;
                    }
                }
            }
        }
        return bounds;
    }

    private Optional<Box> box(int[] bounds) {
        int across = bounds[2] - bounds[0];
        int down = bounds[3] - bounds[1];
        if (Math.min(across, down) < NARROWEST) {
            return Optional.empty();
        }
        double sum = 0;
        for (int y = bounds[1]; y < bounds[3]; y++) {
            for (int x = bounds[0]; x < bounds[2]; x++) {
                sum += map[y * width + x];
            }
        }
        double score = sum / (across * down);
        double grow = across * down * spec.unclip() / (2.0 * (across + down));
        Box box = new Box(
                Math.max(0, bounds[0] - grow),
                Math.max(0, bounds[1] - grow),
                Math.min(width, bounds[2] + grow),
                Math.min(height, bounds[3] + grow),
                "",
                score);
        boolean wide = Math.min(box.right() - box.left(), box.bottom() - box.top()) >= GROWN;
        return score >= spec.boxThreshold() && wide ? Optional.of(box) : Optional.empty();
    }
}
