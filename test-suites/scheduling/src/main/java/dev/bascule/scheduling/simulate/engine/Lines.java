package dev.bascule.scheduling.simulate.engine;

import dev.bascule.scheduling.job.Job;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.simulate.engine.Line.Waiting;
import dev.bascule.scheduling.simulate.model.Stream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** All jobs that wait, line by line, and which line waits for which. Belongs to one thread. */
final class Lines {
    private final List<Line> lines = new ArrayList<>();
    /** Of each line, those of which every job must be done before. */
    private final List<List<Integer>> before = new ArrayList<>();

    Lines(List<Stream> streams, long seed, Clock clock, Runnable changed) {
        Map<String, Integer> index = new HashMap<>();
        for (int i = 0; i < streams.size(); i++) {
            index.put(streams.get(i).name(), i);
        }
        for (int i = 0; i < streams.size(); i++) {
            Stream stream = streams.get(i);
            Set<JobId> after = new HashSet<>();
            List<Integer> own = new ArrayList<>();
            for (String name : stream.after()) {
                int at = index.getOrDefault(name, i);
                own.add(at);
                for (long number = 0; number < streams.get(at).count(); number++) {
                    after.add(Line.id(streams.get(at), number));
                }
            }
            before.add(own);
            lines.add(new Line(stream, i, seed, after, clock, changed));
        }
    }

    int size() {
        return lines.size();
    }

    Line at(int index) {
        return lines.get(index);
    }

    void begin() {
        lines.forEach(Line::begin);
    }

    long submitted() {
        long sum = 0;
        for (Line line : lines) {
            sum += line.arrived();
        }
        return sum;
    }

    long waiting() {
        long sum = 0;
        for (Line line : lines) {
            sum += line.waiting();
        }
        return sum;
    }

    /** Whether all that comes has come and none waits. */
    boolean isOver() {
        for (Line line : lines) {
            if (line.waiting() > 0 || line.arrived() < line.stream().count()) {
                return false;
            }
        }
        return true;
    }

    /** Whether what waits for nothing but a worker waits in this line. */
    boolean hasReady(int index) {
        return lines.get(index).waiting() > 0 && isReady(index);
    }

    private boolean isReady(int index) {
        for (int each : before.get(index)) {
            if (!lines.get(each).isDone()) {
                return false;
            }
        }
        return true;
    }

    /** What may begin, in the order in which it came: of each line the first ones. */
    List<Waiting> window(int most) {
        List<List<Waiting>> heads = new ArrayList<>(lines.size());
        for (int i = 0; i < lines.size(); i++) {
            if (isReady(i)) {
                heads.add(lines.get(i).first(most));
            }
        }
        return heads.size() == 1 ? List.copyOf(heads.get(0)) : merged(heads);
    }

    /** The first ones of those lines that wait for others. */
    List<Job> later(int most) {
        List<Job> later = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            if (!isReady(i)) {
                lines.get(i).first(most).forEach(each -> later.add(each.job()));
            }
        }
        return later;
    }

    private static List<Waiting> merged(List<List<Waiting>> heads) {
        int[] at = new int[heads.size()];
        int size = 0;
        for (List<Waiting> head : heads) {
            size += head.size();
        }
        List<Waiting> merged = new ArrayList<>(size);
        while (true) {
            int next = -1;
            for (int i = 0; i < at.length; i++) {
                if (at[i] < heads.get(i).size()
                        && (next < 0
                                || heads.get(i).get(at[i]).submitted()
                                        < heads.get(next).get(at[next]).submitted())) {
                    next = i;
                }
            }
            if (next < 0) {
                return merged;
            }
            merged.add(heads.get(next).get(at[next]++));
        }
    }
}
