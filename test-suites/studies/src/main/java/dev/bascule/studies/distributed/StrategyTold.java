package dev.bascule.studies.distributed;

import dev.bascule.studies.distributed.Invariant.Finding;
import dev.bascule.studies.distributed.RankLine.Part;
import dev.bascule.studies.distributed.RankLine.PartStep;
import dev.bascule.studies.distributed.RankRun.Heard;
import dev.bascule.studies.distributed.Strategy.Way;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** Whether ranks that each hold a part of the network told all that they were asked for. Immutable. */
record StrategyTold(StrategyPlan plan, RankRun run, TrainedParts parts) {
    Finding complete(List<Way> ways) {
        List<String> lacking =
                ways.stream().flatMap(way -> lacking(way).stream()).toList();
        return Invariant.COMPLETE.of(
                lacking.isEmpty(),
                lacking.isEmpty() ? "all steps and parts of all ranks told" : DataJudge.some(lacking));
    }

    List<String> lacking(Way way) {
        List<String> lacking = new ArrayList<>();
        for (int rank = 0; rank < run.ranks(); rank++) {
            List<PartStep> steps = steps(rank, way);
            if (!whole(rank, way, steps)) {
                lacking.add("rank %d told %d of %d steps %s".formatted(rank, steps.size(), plan.steps(), way.name()));
            }
            double millis = steps.stream()
                    .mapToDouble(step -> step.computeMillis() + step.talkMillis())
                    .sum();
            if (millis > between(rank, way).toNanos() / 1e6) {
                lacking.add("rank %d told more time than passed, %s".formatted(rank, way.name()));
            }
            if (!parts(rank, way)) {
                lacking.add("rank %d told other parts than it holds, %s".formatted(rank, way.name()));
            }
        }
        return lacking;
    }

    private List<PartStep> steps(int rank, Way way) {
        return run.of(rank, PartStep.class).stream()
                .filter(step -> step.way().equals(way.name()))
                .toList();
    }

    /** The loss is known where the last layers are, and there alone. */
    private boolean whole(int rank, Way way, List<PartStep> steps) {
        boolean last = way.layout().stage(rank) == way.layout().stages() - 1;
        return steps.stream()
                        .map(PartStep::step)
                        .toList()
                        .equals(IntStream.rangeClosed(1, plan.steps()).boxed().toList())
                && steps.stream().allMatch(step -> step.loss().isPresent() == last);
    }

    private boolean parts(int rank, Way way) {
        long told = run.of(rank, Part.class).stream()
                .filter(part -> part.way().equals(way.name()))
                .count();
        return told
                        == checkpoints().count()
                                * plan.network().of(way.layout(), rank).size()
                && checkpoints().allMatch(step -> parts.complete(rank, way, step));
    }

    /** With the begin, before the first step. */
    IntStream checkpoints() {
        return IntStream.concat(IntStream.of(0), plan.checkpoints().stream().mapToInt(Integer::intValue));
    }

    /** By the host's clock; nothing where a rank did not come to both marks. */
    private Duration between(int rank, Way way) {
        Optional<Duration> begin = at(rank, way.name() + "/begin");
        return at(rank, way.name() + "/end")
                .flatMap(end -> begin.map(end::minus))
                .orElse(Duration.ZERO);
    }

    private Optional<Duration> at(int rank, String mark) {
        return run.lines().stream()
                .filter(heard -> heard.rank() == rank
                        && heard.line() instanceof RankLine.Mark each
                        && each.name().equals(mark))
                .map(Heard::at)
                .findFirst();
    }

    /** Steps whose samples are not those of one rank, each once, alike at both ends of a replica. */
    List<String> otherSamples(Way way, StrategyTold one) {
        return IntStream.rangeClosed(1, plan.steps())
                .filter(step -> !batch(way, step, one.taken(0, StrategyPlan.ONE, step)))
                .mapToObj(step -> "%s, step %d".formatted(way.name(), step))
                .toList();
    }

    private boolean batch(Way way, int step, List<Long> batch) {
        List<Long> all = new ArrayList<>();
        for (int replica = 0; replica < way.layout().replicas(); replica++) {
            List<List<Long>> ends = ends(way, replica, step);
            if (Set.copyOf(ends).size() != 1 || ends.get(0).size() != plan.share(way)) {
                return false;
            }
            all.addAll(ends.get(0));
        }
        return batch.size() == plan.batch()
                && Set.copyOf(batch).size() == plan.batch()
                && all.stream().sorted().toList().equals(batch.stream().sorted().toList());
    }

    /** What each rank of a replica's first and last stage took. */
    private List<List<Long>> ends(Way way, int replica, int step) {
        Layout layout = way.layout();
        return layout.all()
                .filter(rank -> layout.replica(rank) == replica)
                .filter(rank -> layout.stage(rank) == 0 || layout.stage(rank) == layout.stages() - 1)
                .mapToObj(rank -> taken(rank, way, step))
                .toList();
    }

    private List<Long> taken(int rank, Way way, int step) {
        return steps(rank, way).stream()
                .filter(each -> each.step() == step)
                .flatMap(each -> each.samples().stream())
                .toList();
    }
}
