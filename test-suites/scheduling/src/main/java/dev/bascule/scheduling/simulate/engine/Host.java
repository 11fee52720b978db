package dev.bascule.scheduling.simulate.engine;

import dev.bascule.scheduling.simulate.model.Labelled;
import dev.bascule.scheduling.simulate.model.Machines;
import dev.bascule.scheduling.simulate.model.Power;
import dev.bascule.scheduling.simulate.model.Thermal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One machine: its lanes slow each other down, and it grows warm. Belongs to one thread. */
final class Host {
    /** A temperature is followed in steps of this share of its time constant, while something works. */
    private static final int STEPS = 20;

    private final Machines machines;
    private final Clock clock;
    private final List<Lane> lanes = new ArrayList<>();
    private final Optional<Thermal> thermal;
    private final Optional<Power> power;
    private int working;
    private double celsius;
    private long seen;
    private double joules;
    private long slowed;
    private double heatSpeed = 1;
    private boolean following;

    Host(Machines machines, Clock clock) {
        this.machines = machines;
        this.clock = clock;
        this.thermal = machines.thermal().map(Labelled::value);
        this.power = machines.power().map(Labelled::value);
        this.celsius = thermal.map(each -> each.after(each.ambient(), idleWatts(), Duration.ofDays(365)))
                .orElse(0.0);
    }

    Machines machines() {
        return machines;
    }

    List<Lane> lanes() {
        return lanes;
    }

    private double idleWatts() {
        return power.map(Power::idle).orElse(0.0);
    }

    double watts() {
        return power.map(each -> each.idle() + working * each.lane()).orElse(0.0);
    }

    double laneWatts() {
        return power.map(Power::lane).orElse(0.0);
    }

    int working() {
        return working;
    }

    /** Before the number of working lanes changes and after. */
    void change(int by) {
        settle();
        working += by;
        rescale();
        if (working > 0 && thermal.isPresent() && !following) {
            following = true;
            follow();
        }
    }

    private void follow() {
        thermal.ifPresent(each -> clock.idlyAfter(each.tau().dividedBy(STEPS), () -> {
            settle();
            rescale();
            following = working > 0;
            if (following) {
                follow();
            }
        }));
    }

    /** Counts what was drawn since it was last looked at. */
    void settle() {
        long elapsed = clock.now() - seen;
        seen = clock.now();
        if (elapsed == 0) {
            return;
        }
        joules += watts() * elapsed / 1e9;
        slowed += heatSpeed < 1 && working > 0 ? elapsed : 0;
        thermal.ifPresent(each -> {
            celsius = each.after(celsius, watts(), Duration.ofNanos(elapsed));
            heatSpeed = each.speed(celsius);
        });
    }

    private void rescale() {
        double speed = speed();
        for (Lane lane : lanes) {
            lane.atSpeed(speed);
        }
    }

    double speed() {
        return heatSpeed / (1 + machines.interference().value() * Math.max(0, working - 1));
    }

    double joules() {
        return joules;
    }

    Duration slowed() {
        return Duration.ofNanos(slowed);
    }
}
