package dev.bascule.scheduling.simulate.engine;

import dev.bascule.scheduling.simulate.model.Fleet;
import dev.bascule.scheduling.simulate.model.Machines;
import dev.bascule.scheduling.worker.WorkerId;
import dev.bascule.scheduling.worker.WorkerView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** All workers on their machines, and what is seen of them. Counts as they change. Belongs to one thread. */
final class Crew {
    private final OptionalDouble powerBudget;
    private final List<Host> hosts = new ArrayList<>();
    private final List<Lane> lanes = new ArrayList<>();
    private final Map<WorkerId, Lane> byId = new HashMap<>();
    /** Machines of a name, in the order of names. */
    private final List<Machines> kinds;

    private final int[] idleOfKind;
    private final Map<Host, Integer> kindOf = new HashMap<>();
    /** By the lanes' numbers; copied by each round, so that it may change. */
    private final WorkerView[] views;
    /** Whether a job may ask for a machine of several lanes alone. */
    private final boolean exclusive;

    private final boolean[] idle;
    private final boolean[] busy;
    private final boolean[] gone;
    private int idleLanes;
    private int goneLanes;
    private int busyLanes;
    private double committedWatts;

    /** @param timed whether some jobs are */
    Crew(Fleet fleet, boolean timed, Yard yard) {
        powerBudget = fleet.powerBudget();
        kinds = fleet.machines().stream()
                .sorted(Comparator.comparing(Machines::name))
                .toList();
        idleOfKind = new int[kinds.size()];
        for (int kind = 0; kind < kinds.size(); kind++) {
            add(kind, kinds.get(kind), yard);
        }
        views = lanes.stream().map(Lane::view).toArray(WorkerView[]::new);
        exclusive = timed && kinds.stream().anyMatch(each -> each.lanes() > 1);
        gone = new boolean[lanes.size()];
        idle = new boolean[lanes.size()];
        busy = new boolean[lanes.size()];
    }

    private void add(int kind, Machines machines, Yard yard) {
        for (int m = 1; m <= machines.count(); m++) {
            Host host = new Host(machines, yard.clock());
            hosts.add(host);
            kindOf.put(host, kind);
            for (int l = 1; l <= machines.lanes(); l++) {
                String name = String.format(Locale.ROOT, "%s-%05d", machines.name(), m)
                        + (machines.lanes() > 1 ? String.format(Locale.ROOT, ".%03d", l) : "");
                Lane lane =
                        new Lane(lanes.size(), new WorkerId(name), host, yard, Draw.of(yard.seed(), -2, lanes.size()));
                host.lanes().add(lane);
                lanes.add(lane);
                byId.put(lane.id(), lane);
            }
        }
    }

    List<Machines> kinds() {
        return kinds;
    }

    /** Of machines of one name, by their place. */
    int idleOf(int kind) {
        return idleOfKind[kind];
    }

    int size() {
        return lanes.size();
    }

    int idle() {
        return idleLanes;
    }

    int busy() {
        return busyLanes;
    }

    Optional<Lane> lane(WorkerId id) {
        return Optional.ofNullable(byId.get(id));
    }

    void begin() {
        lanes.forEach(Lane::begin);
    }

    /** Looks at all. */
    void see() {
        lanes.forEach(this::changed);
    }

    /** It is seen otherwise now. */
    void changed(Lane lane) {
        int at = lane.number();
        views[at] = lane.view();
        if (gone[at] != lane.isGone()) {
            gone[at] = lane.isGone();
            goneLanes += gone[at] ? 1 : -1;
        }
        if (idle[at] != lane.isIdle()) {
            idle[at] = lane.isIdle();
            int by = idle[at] ? 1 : -1;
            idleLanes += by;
            idleOfKind[kindOf.getOrDefault(lane.host(), 0)] += by;
        }
        if (busy[at] != lane.isBusy()) {
            busy[at] = lane.isBusy();
            busyLanes += busy[at] ? 1 : -1;
            committedWatts += (busy[at] ? 1 : -1) * lane.host().laneWatts();
        }
    }

    /** Those that are not lost, the lanes beside a timed job as busy ones. */
    List<WorkerView> offered(Instant now) {
        if (!exclusive && goneLanes == 0) {
            return Arrays.asList(views);
        }
        List<WorkerView> offered = new ArrayList<>(lanes.size());
        for (Lane lane : lanes) {
            if (lane.isGone()) {
                continue;
            }
            WorkerView view = lane.view();
            offered.add(
                    view.isIdle() && isKeptFree(lane)
                            ? new WorkerView(view.id(), view.inventory(), Optional.of(now), view.warm())
                            : view);
        }
        return offered;
    }

    /** How many of those that are offered are idle. */
    int idle(List<WorkerView> offered) {
        return exclusive ? (int) offered.stream().filter(WorkerView::isIdle).count() : idleLanes;
    }

    /** Beside a timed job nothing else begins on its machine, and nothing at all beyond the budget. */
    boolean mayBegin(Lane lane) {
        return !isKeptFree(lane)
                && (powerBudget.isEmpty()
                        || idleWatts() + committedWatts + lane.host().laneWatts() <= powerBudget.getAsDouble());
    }

    private static boolean isKeptFree(Lane lane) {
        List<Lane> beside = lane.host().lanes();
        return beside.size() > 1 && beside.stream().anyMatch(Lane::isTimed);
    }

    private double idleWatts() {
        return hosts.stream()
                .mapToDouble(host ->
                        host.machines().power().map(each -> each.value().idle()).orElse(0.0))
                .sum();
    }

    long undone() {
        return lanes.stream().filter(Lane::holdsUndone).count();
    }

    void settle() {
        hosts.forEach(Host::settle);
    }

    /** Drawn so far; empty where of some machine nobody knows what it draws. */
    OptionalDouble joules() {
        return hosts.stream().allMatch(host -> host.machines().power().isPresent())
                ? OptionalDouble.of(hosts.stream().mapToDouble(Host::joules).sum())
                : OptionalDouble.empty();
    }

    Duration slowed() {
        return hosts.stream().map(Host::slowed).reduce(Duration.ZERO, Duration::plus);
    }
}
