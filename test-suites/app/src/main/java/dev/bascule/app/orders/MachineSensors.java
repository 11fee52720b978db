package dev.bascule.app.orders;

import dev.bascule.fallback.usage.Counters;
import dev.bascule.fallback.usage.Reading;
import dev.bascule.fallback.usage.UsageProbe;
import dev.bascule.nativerunner.usage.LocalUsage;
import dev.bascule.scheduling.worker.Condition;
import dev.bascule.workers.worker.Sensors;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Consumer;

/**
 * This machine's sensors as a scheduler wants them: watts of all counters of energy that there are, from one look to the next while a job
 * runs, and how far the processor is from where it slows. What has no sensor stays unknown, and so does what no machine has. Thread-safe.
 */
public final class MachineSensors implements Sensors, AutoCloseable {
    private static final double NANOS = 1e9;

    private final UsageProbe probe;
    private final Consumer<String> talk;
    private Optional<Counters> before = Optional.empty();
    private OptionalDouble watts = OptionalDouble.empty();
    private boolean doubted;

    /** @param talk hears once that a sensor tells what cannot be */
    public MachineSensors(UsageProbe probe, Consumer<String> talk) {
        this.probe = probe;
        this.talk = talk;
    }

    public static MachineSensors ofThisMachine(Consumer<String> talk) {
        return new MachineSensors(LocalUsage.probe(), talk);
    }

    @Override
    public synchronized Condition read(boolean working) {
        if (working) {
            Counters now = probe.counters(Set.of());
            before.map(then -> drawn(then, now))
                    .filter(OptionalDouble::isPresent)
                    .ifPresent(drawn -> watts = drawn);
            before = Optional.of(now);
        } else {
            before = Optional.empty();
        }
        Optional<Double> headroom = probe.headroom().optional();
        Condition told = new Condition(watts, headroom.map(OptionalDouble::of).orElseGet(OptionalDouble::empty));
        Condition credible = told.credible();
        if (!credible.equals(told)) {
            doubt(told);
            watts = credible.watts();
        }
        return credible;
    }

    private void doubt(Condition told) {
        if (!doubted) {
            doubted = true;
            talk.accept("the sensors of this machine tell what cannot be, and that is left out:%s%s"
                    .formatted(text(told.watts(), " W"), text(told.headroomCelsius(), " °C until it slows")));
        }
    }

    private static String text(OptionalDouble figure, String of) {
        return figure.isPresent() ? " " + figure.getAsDouble() + of : "";
    }

    /** Of the domains that both looks know. */
    private static OptionalDouble drawn(Counters then, Counters now) {
        double seconds = (now.nanos() - then.nanos()) / NANOS;
        double joules = 0;
        boolean any = false;
        for (Map.Entry<String, Reading<Counters.EnergyCounter>> domain :
                now.energy().entrySet()) {
            Optional<Counters.EnergyCounter> first =
                    Optional.ofNullable(then.energy().get(domain.getKey())).flatMap(Reading::optional);
            Optional<Counters.EnergyCounter> last = domain.getValue().optional();
            OptionalDouble spent = first.isPresent() && last.isPresent()
                    ? last.orElseThrow().since(first.orElseThrow())
                    : OptionalDouble.empty();
            if (spent.isPresent()) {
                joules += spent.getAsDouble();
                any = true;
            }
        }
        return any && seconds > 0 ? OptionalDouble.of(joules / seconds) : OptionalDouble.empty();
    }

    /** What is known of this machine, and why the rest is not, in a line. */
    public synchronized String words() {
        boolean energy = probe.counters(Set.of()).energy().values().stream().anyMatch(Reading::isKnown);
        Reading<Double> headroom = probe.headroom();
        return "power: %s; heat: %s"
                .formatted(
                        energy ? "told while jobs run" : "no sensor",
                        headroom.isKnown() ? "told" : "no sensor: " + headroom.words());
    }

    @Override
    public synchronized void close() {
        probe.close();
    }
}
