package dev.bascule.prediction.pool;

import dev.bascule.prediction.pool.Branching.Best;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.ojalgo.optimisation.Expression;
import org.ojalgo.optimisation.ExpressionsBasedModel;
import org.ojalgo.optimisation.Variable;

/**
 * A task as a mixed-integer program, which {@link Branching} solves. Of each option i there are replicas x[i], whole numbers, and the share s[i] of its model's
 * requests that they answer:
 *
 * <pre>
 * sum over a model's i of s[i] = 1
 * s[i] ≤ x[i],  rate · (time[i] + ways[i]) · s[i] ≤ load · x[i]   no replica is busier than the load
 * sum over a device's i of rate · time[i] · width[i] · s[i] ≤ load · capacity
 * sum over i of bytes[i] · x[i] ≤ room                            of the host, and of each device with memory of its own
 * </pre>
 *
 * <p>The processors have also what replicas take of them beside computing, those of other devices as well.
 *
 * <p>Belongs to one thread; asked once.
 */
final class PoolProgram {
    private static final double MIB = 1 << 20;
    /** Below it a share is what a solver in floating point leaves. */
    private static final double NOTHING = 1e-6;

    /** Of one option. */
    private static final int MOST_REPLICAS = 256;

    private static final long LIMIT_NANOS = Duration.ofSeconds(10).toNanos();

    private final PoolTask task;
    private final LongSupplier nanos;
    private final List<ReplicaOption> options;
    private final ExpressionsBasedModel program = new ExpressionsBasedModel();
    private final List<Variable> replicas = new ArrayList<>();
    private final List<Variable> shares = new ArrayList<>();

    private PoolProgram(PoolTask task, LongSupplier nanos) {
        this.task = task;
        this.nanos = nanos;
        this.options = task.inTime();
        for (int i = 0; i < options.size(); i++) {
            option(i);
        }
        task.devices().forEach(this::device);
        task.limits()
                .replicas()
                .ifPresent(most -> task.models()
                        .forEach(model -> sum("replicas of " + model.name(), of(model), replicas)
                                .upper(most)));
    }

    private void option(int i) {
        ReplicaOption each = options.get(i);
        double busy = each.busy(task.rate(each));
        // More than all of the model's requests keep busy are of no use.
        int most = (int) Math.min(
                MOST_REPLICAS, Math.max(1, Math.ceil(busy / task.limits().load() - NOTHING)));
        Variable x = program.newVariable("x" + i).lower(0).upper(most);
        Variable s = program.newVariable("s" + i).lower(0).upper(1);
        replicas.add(x);
        shares.add(s);
        program.newExpression("served " + i).set(s, 1).set(x, -1).upper(0);
        if (busy > task.limits().load()) {
            program.newExpression("busy " + i)
                    .set(s, busy)
                    .set(x, -task.limits().load())
                    .upper(0);
        }
    }

    private void device(PoolDevice device) {
        Expression busy = program.newExpression("load of " + device.id());
        boolean used = false;
        for (int i = 0; i < options.size(); i++) {
            double load = load(i, device);
            if (load > 0) {
                busy.set(shares.get(i), load);
                used = true;
            }
        }
        if (used) {
            busy.upper(task.limits().load());
        }
    }

    /** The share of a device that an option keeps busy if it answers all requests of its model. */
    private double load(int i, PoolDevice device) {
        ReplicaOption each = options.get(i);
        return each.busyThreads(task.rate(each), device.id()) / device.capacity();
    }

    /** The same of all devices, added up. */
    private double load(int i) {
        return task.devices().stream().mapToDouble(device -> load(i, device)).sum();
    }

    private List<Integer> of(PoolModel model) {
        return IntStream.range(0, options.size())
                .filter(i -> options.get(i).model().equals(model.name()))
                .boxed()
                .toList();
    }

    private Expression sum(String name, List<Integer> which, List<Variable> variables) {
        Expression sum = program.newExpression(name);
        which.forEach(i -> sum.set(variables.get(i), 1));
        return sum;
    }

    private void serveAll() {
        task.models()
                .forEach(model ->
                        sum("requests of " + model.name(), of(model), shares).level(1));
    }

    /** A room: its memory, and what a replica takes of it. */
    private record Place(String name, MemoryRoom room, ToLongFunction<ReplicaOption> bytes) {}

    private List<Place> places() {
        List<Place> places = new ArrayList<>();
        task.host()
                .ifPresent(room ->
                        places.add(new Place("host", room, each -> each.memory().hostBytes())));
        task.devices()
                .forEach(device -> device.room()
                        .ifPresent(room -> places.add(new Place(
                                device.id(),
                                room,
                                each -> each.device().equals(device.id())
                                        ? each.memory().deviceBytes()
                                        : 0))));
        return places;
    }

    private Expression memory(Place place) {
        Expression memory = program.newExpression("memory of " + place.name())
                .upper(place.room().bytes() / MIB);
        for (int i = 0; i < options.size(); i++) {
            long bytes = place.bytes().applyAsLong(options.get(i));
            if (bytes > 0) {
                memory.set(replicas.get(i), bytes / MIB);
            }
        }
        return memory;
    }

    private static boolean canServe(PoolTask task) {
        List<ReplicaOption> left = task.inTime();
        return task.models().stream()
                .allMatch(model -> left.stream().anyMatch(each -> each.model().equals(model.name())));
    }

    /** The plan of least load, and among those the one of fewest replicas; none where the limits leave none. */
    static Searched<PoolPlan> plan(PoolTask task, LongSupplier nanos) {
        if (!canServe(task)) {
            return new Searched.None<>();
        }
        PoolProgram first = complete(task, nanos);
        double scale = first.scale();
        for (int i = 0; i < first.options.size(); i++) {
            first.shares.get(i).weight(first.load(i) / scale);
        }
        return first.best(false).map(least -> slimmest(task, first.read(least), scale, nanos));
    }

    private static PoolPlan slimmest(PoolTask task, PoolPlan quickest, double scale, LongSupplier nanos) {
        PoolProgram second = complete(task, nanos);
        Expression load = second.program
                .newExpression("load of all")
                .upper(quickest.load(task.devices()) / scale * (1 + NOTHING) + 1e-9);
        for (int i = 0; i < second.options.size(); i++) {
            load.set(second.shares.get(i), second.load(i) / scale);
            second.replicas.get(i).weight(1);
        }
        Searched<Best> found = second.best(false);
        boolean proven = quickest.proven() && found.found().map(Best::proven).orElse(!found.isUndecided());
        return found.found()
                .map(fewest -> second.read(new Best(fewest.value(), fewest.values(), proven)))
                .filter(slimmest -> slimmest.replicas() < quickest.replicas())
                .orElseGet(() -> new PoolPlan(quickest.placements(), proven));
    }

    private static PoolProgram complete(PoolTask task, LongSupplier nanos) {
        PoolProgram program = new PoolProgram(task, nanos);
        program.serveAll();
        program.places().forEach(program::memory);
        return program;
    }

    /** What loads are divided by, so that those of a quiet pool are not beneath the solver's tolerances. */
    private double scale() {
        return IntStream.range(0, options.size()).mapToDouble(this::load).max().orElse(1);
    }

    /** What each place lacks at least, all together; none where memory alone would not do. */
    static Searched<List<Shortage.Lack>> lack(PoolTask task, LongSupplier nanos) {
        if (!canServe(task)) {
            return new Searched.None<>();
        }
        PoolProgram program = new PoolProgram(task, nanos);
        program.serveAll();
        List<Place> places = program.places();
        List<Variable> more = new ArrayList<>();
        for (Place place : places) {
            Variable lack = program.program
                    .newVariable("lack of " + place.name())
                    .lower(0)
                    .weight(1);
            program.memory(place).set(lack, -1);
            more.add(lack);
        }
        return program.best(false).map(least -> program.lacks(places, least));
    }

    /** Whole replicas are counted again: the solver's variables are near the truth only. */
    private List<Shortage.Lack> lacks(List<Place> places, Best least) {
        PoolPlan plan = read(least);
        List<Shortage.Lack> lacks = new ArrayList<>();
        for (Place place : places) {
            long taken = plan.placements().stream()
                    .mapToLong(each -> each.replicas() * place.bytes().applyAsLong(each.option()))
                    .sum();
            if (taken > place.room().bytes()) {
                lacks.add(new Shortage.Lack(place.name(), taken - place.room().bytes()));
            }
        }
        return lacks;
    }

    /** The greatest share of all rates that a plan would be left for, as far as it was found. */
    static Searched<Best> servable(PoolTask task, LongSupplier nanos) {
        if (!canServe(task)) {
            return new Searched.None<>();
        }
        PoolProgram program = new PoolProgram(task, nanos);
        Variable share = program.program.newVariable("share").lower(0).upper(1).weight(1);
        task.models()
                .forEach(model -> program.sum("requests of " + model.name(), program.of(model), program.shares)
                        .set(share, -1)
                        .level(0));
        program.places().forEach(program::memory);
        return program.best(true);
    }

    private Searched<Best> best(boolean greatest) {
        return new Branching(program, replicas, greatest, nanos, LIMIT_NANOS).solve();
    }

    private PoolPlan read(Best best) {
        List<Placement> placements = new ArrayList<>();
        for (PoolModel model : task.models()) {
            List<Integer> used =
                    of(model).stream().filter(i -> share(best, i) > NOTHING).toList();
            double all = used.stream().mapToDouble(i -> share(best, i)).sum();
            for (int i : used) {
                ReplicaOption each = options.get(i);
                double share = share(best, i) / all;
                double busy = each.busy(share * model.rate()) / task.limits().load();
                placements.add(
                        new Placement(each, Math.max(1, (int) Math.ceil(busy - NOTHING)), share, share * model.rate()));
            }
        }
        return new PoolPlan(placements, best.proven());
    }

    /** A replica's variable is made before its share's, one pair after the other. */
    private static double share(Best best, int i) {
        return best.values()[2 * i + 1];
    }
}
