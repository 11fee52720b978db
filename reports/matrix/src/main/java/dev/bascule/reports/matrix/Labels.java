package dev.bascule.reports.matrix;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Labels cut to a width so that those that differ still do: in the middle, since names differ at their ends more often than
 * there; where that does not tell them apart, around the place where they part. Stateless.
 */
final class Labels {
    private Labels() {}

    /** The labels in their order, none longer than the width, which is at least 8; equal only where the whole labels are. */
    static List<String> fitted(List<String> labels, int width, String mark) {
        List<String> fitted = new ArrayList<>(
                labels.stream().map(label -> middle(label, width, mark)).toList());
        alike(labels, fitted).forEach(group -> {
            int from = commonPrefix(group.stream().map(labels::get).distinct().toList());
            group.forEach(i -> fitted.set(i, around(labels.get(i), from, width, mark)));
        });
        List<String> stillAlike = alike(labels, fitted).stream()
                .flatMap(group -> group.stream().map(labels::get))
                .distinct()
                .toList();
        for (int i = 0; i < labels.size(); i++) {
            int number = stillAlike.indexOf(labels.get(i)) + 1;
            if (number > 0) {
                String tail = " #" + number;
                fitted.set(i, middle(labels.get(i), width - tail.length(), mark) + tail);
            }
        }
        return fitted;
    }

    /** Groups of labels that differ, but no longer when fitted. */
    private static List<List<Integer>> alike(List<String> labels, List<String> fitted) {
        Map<String, List<Integer>> groups = new HashMap<>();
        for (int i = 0; i < labels.size(); i++) {
            groups.computeIfAbsent(fitted.get(i), text -> new ArrayList<>()).add(i);
        }
        return groups.values().stream()
                .filter(group -> group.stream().map(labels::get).distinct().count() > 1)
                .toList();
    }

    /** Cut in the middle. */
    static String middle(String label, int width, String mark) {
        int[] points = label.codePoints().toArray();
        if (points.length <= width) {
            return label;
        }
        int kept = Math.max(0, width - mark.length());
        int tail = kept / 2;
        return text(points, 0, kept - tail)
                + mark.substring(0, Math.min(mark.length(), width))
                + text(points, points.length - tail, tail);
    }

    /** The part around a place, a third of it before. */
    private static String around(String label, int place, int width, String mark) {
        int[] points = label.codePoints().toArray();
        if (points.length <= width) {
            return label;
        }
        int kept = width - 2 * mark.length();
        int from = Math.min(Math.max(0, place - kept / 3), points.length - kept);
        return mark + text(points, from, kept) + mark;
    }

    private static String text(int[] points, int from, int count) {
        return new String(points, from, count);
    }

    private static int commonPrefix(List<String> labels) {
        int[] first = labels.get(0).codePoints().toArray();
        int common = first.length;
        for (String label : labels) {
            int[] other = label.codePoints().toArray();
            int i = 0;
            while (i < Math.min(common, other.length) && other[i] == first[i]) {
                i++;
            }
            common = i;
        }
        return common;
    }
}
