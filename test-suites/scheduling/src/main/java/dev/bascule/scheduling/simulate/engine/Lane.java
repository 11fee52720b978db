package dev.bascule.scheduling.simulate.engine;

import dev.bascule.scheduling.simulate.engine.Line.Waiting;
import dev.bascule.scheduling.simulate.model.Distribution;
import dev.bascule.scheduling.simulate.model.Fault;
import dev.bascule.scheduling.simulate.model.Labelled;
import dev.bascule.scheduling.simulate.model.Machines;
import dev.bascule.scheduling.simulate.model.Service;
import dev.bascule.scheduling.worker.WorkerId;
import dev.bascule.scheduling.worker.WorkerView;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * One worker: what it really does, and what is seen of it. Belongs to one thread.
 *
 * <p>A job goes through: on its way (overhead), held (a timed one, until its machine does nothing else), at work, and away again
 * (turnaround). A worker that fails stands still or is cut off; where that lasts longer than nobody-heard-of-it may, its job is
 * given to another, and what it says later is not counted.
 */
final class Lane {
    private final int number;
    private final WorkerId id;
    private final Host host;
    private final Yard yard;
    private final SplittableRandom faults;
    private final Set<String> warm = new LinkedHashSet<>();
    private Optional<Work> work = Optional.empty();
    private WorkerView view;
    private boolean gone;
    private Optional<Fault.Kind> failing = Optional.empty();
    /** What was asked of the clock for an attempt that is no more, is no more. */
    private long turn;

    Lane(int number, WorkerId id, Host host, Yard yard, SplittableRandom faults) {
        this.number = number;
        this.id = id;
        this.host = host;
        this.yard = yard;
        this.faults = faults;
        this.view = new WorkerView(id, host.machines().inventory(), Optional.empty(), Set.of());
    }

    /** From 0, in the order of ids. */
    int number() {
        return number;
    }

    WorkerId id() {
        return id;
    }

    Host host() {
        return host;
    }

    WorkerView view() {
        return view;
    }

    /** Whether the coordinator knows of it. */
    boolean isGone() {
        return gone;
    }

    boolean isIdle() {
        return work.isEmpty() && !gone;
    }

    boolean isBusy() {
        return work.isPresent();
    }

    /** Whether it has a job of which it was not heard yet that it is done. */
    boolean holdsUndone() {
        return work.filter(each -> each.stage != Work.Stage.AWAY).isPresent();
    }

    boolean isTimed() {
        return work.filter(each -> each.waiting.job().timed()).isPresent();
    }

    private void see(Optional<Instant> freeAt) {
        view = new WorkerView(id, host.machines().inventory(), freeAt, warm);
        yard.changed(this);
    }

    void begin() {
        nextFault();
    }

    /** A job comes. */
    void place(Waiting waiting, Service service) {
        Work next = new Work(waiting, service, yard.clock().now());
        work = Optional.of(next);
        Machines machines = host.machines();
        boolean cold = !warm.containsAll(waiting.job().warmth());
        Duration expected = machines.overhead()
                .value()
                .median()
                .plus(service.work().value().median())
                .plus(cold ? service.setup().value().median() : Duration.ZERO);
        see(Optional.of(yard.clock().instant().plus(expected)));
        SplittableRandom random = random(next, 0);
        asked(yard.drawn(machines.overhead().value(), random), () -> arrived(next));
    }

    private SplittableRandom random(Work of, int what) {
        return Draw.of(yard.seed() + what, of.waiting.stream(), of.waiting.number() * 64 + of.waiting.attempt());
    }

    private void asked(Duration delay, Clock.Happening happening) {
        long mine = ++turn;
        yard.clock().after(delay, () -> {
            if (turn == mine) {
                happening.happen();
            }
        });
    }

    private void arrived(Work job) {
        if (failing.filter(kind -> kind != Fault.Kind.CUT).isPresent()) {
            return;
        }
        job.stage = Work.Stage.HELD;
        boolean alone = host.working() == 0;
        boolean timedElsewhere =
                host.lanes().stream().anyMatch(other -> other != this && other.isTimed() && other.worksNow());
        if (job.waiting.job().timed() ? alone : !timedElsewhere) {
            work(job);
        }
    }

    private boolean worksNow() {
        return work.filter(each -> each.stage == Work.Stage.WORKS).isPresent();
    }

    private void work(Work job) {
        job.stage = Work.Stage.WORKS;
        job.began = yard.clock().now();
        SplittableRandom random = random(job, 1);
        Duration takes = yard.drawn(job.service.work().value(), random);
        if (!warm.containsAll(job.waiting.job().warmth())) {
            takes = takes.plus(yard.drawn(job.service.setup().value(), random));
        }
        warm.removeAll(job.waiting.job().warmth());
        warm.addAll(job.waiting.job().warmth());
        while (warm.size() > host.machines().keeps()) {
            warm.remove(warm.iterator().next());
        }
        job.left = takes.toNanos();
        job.seen = job.began;
        job.speed = 0;
        host.change(1);
        atSpeed(host.speed());
    }

    /** Works on as fast from now on. */
    void atSpeed(double speed) {
        work.filter(each -> each.stage == Work.Stage.WORKS && each.speed != speed)
                .ifPresent(job -> {
                    job.progress(yard.clock().now());
                    job.speed = speed;
                    if (speed > 0) {
                        asked(Duration.ofNanos(Math.round(job.left / speed)), () -> worked(job));
                    } else {
                        turn++;
                    }
                });
    }

    private void worked(Work job) {
        job.stage = Work.Stage.DONE_UNHEARD;
        job.left = 0;
        host.change(-1);
        host.lanes().forEach(Lane::look);
        if (failing.isEmpty()) {
            heard(job);
        }
    }

    /** A job that was held may begin. */
    private void look() {
        work.filter(each -> each.stage == Work.Stage.HELD).ifPresent(this::arrived);
    }

    private void heard(Work job) {
        job.stage = Work.Stage.AWAY;
        long now = yard.clock().now();
        Duration away = yard.drawn(host.machines().turnaround().value(), random(job, 2));
        yard.done(
                this,
                job.waiting,
                Duration.ofNanos(job.placed - job.waiting.submitted()),
                Duration.ofNanos(job.began - job.placed).plus(away),
                Duration.ofNanos(now - job.began));
        if (away.isZero()) {
            free();
        } else {
            asked(away, this::free);
        }
    }

    private void free() {
        work = Optional.empty();
        turn++;
        see(Optional.empty());
    }

    private void nextFault() {
        for (Labelled<Fault> each : host.machines().faults()) {
            Fault fault = each.value();
            Duration until = new Distribution.Exponential(fault.every()).draw(faults);
            yard.clock().idlyAfter(until, () -> fail(fault));
        }
    }

    private void fail(Fault fault) {
        if (failing.isPresent() || gone) {
            again(fault);
            return;
        }
        failing = Optional.of(fault.kind());
        Duration lasts = fault.lasts().draw(faults);
        Duration detected = host.machines().detected().value();
        if (fault.kind() != Fault.Kind.CUT) {
            work.ifPresent(this::stop);
        }
        if (lasts.compareTo(detected) > 0) {
            yard.clock().after(detected, this::lose);
        }
        yard.clock().after(lasts, () -> back(fault));
    }

    private void stop(Work job) {
        if (job.stage == Work.Stage.WORKS) {
            job.progress(yard.clock().now());
            host.change(-1);
            job.stage = Work.Stage.HELD;
        }
        turn++;
    }

    /** Nobody heard of it for too long. */
    private void lose() {
        gone = true;
        giveUp();
    }

    private void giveUp() {
        work.filter(job -> job.stage != Work.Stage.AWAY).ifPresent(job -> {
            if (job.stage == Work.Stage.WORKS) {
                host.change(-1);
            }
            yard.lost(job.waiting);
        });
        work = Optional.empty();
        turn++;
        host.lanes().forEach(Lane::look);
        see(Optional.empty());
    }

    private void back(Fault fault) {
        failing = Optional.empty();
        if (fault.kind() == Fault.Kind.CRASH) {
            warm.clear();
        }
        if (gone || fault.kind() == Fault.Kind.CRASH) {
            gone = false;
            giveUp();
        } else {
            work.ifPresent(job -> goOn(job, fault.kind()));
        }
        again(fault);
    }

    private void goOn(Work job, Fault.Kind kind) {
        if (job.stage == Work.Stage.DONE_UNHEARD) {
            heard(job);
        } else if (job.stage == Work.Stage.AWAY) {
            // What was cut off goes on by itself, and is free when its time is over.
            if (kind == Fault.Kind.FREEZE) {
                free();
            }
        } else if (kind == Fault.Kind.FREEZE) {
            if (job.began > 0 || job.left > 0) {
                job.stage = Work.Stage.WORKS;
                job.seen = yard.clock().now();
                job.speed = 0;
                host.change(1);
                atSpeed(host.speed());
            } else {
                turn++;
                arrived(job);
            }
        }
    }

    private void again(Fault fault) {
        yard.clock().idlyAfter(new Distribution.Exponential(fault.every()).draw(faults), () -> fail(fault));
    }
}
