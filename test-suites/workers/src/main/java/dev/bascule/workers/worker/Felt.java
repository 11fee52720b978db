package dev.bascule.workers.worker;

import dev.bascule.scheduling.worker.Condition;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What of a machine's sensors is to be said over one connection. A sensor that fails, or tells what cannot be, is as one that is not
 * there: it keeps no beat from being sent. For one thread.
 */
final class Felt {
    private final Sensors sensors;
    private final Consumer<String> talk;
    private Condition said = Condition.UNKNOWN;
    private String told = "";

    Felt(Sensors sensors, Consumer<String> talk) {
        this.sensors = sensors;
        this.talk = talk;
    }

    /** Empty where there is nothing to say, and nothing said before that is no longer so. */
    Optional<Condition> next(boolean working) {
        Condition now = read(working);
        boolean silent = now.equals(Condition.UNKNOWN) && said.equals(Condition.UNKNOWN);
        said = now;
        return silent ? Optional.empty() : Optional.of(now);
    }

    private Condition read(boolean working) {
        try {
            return sensors.read(working).credible();
        } catch (RuntimeException e) {
            String why = e.toString();
            if (!why.equals(told) && !Thread.currentThread().isInterrupted()) {
                talk.accept("the sensors of this machine cannot be read: " + why);
                told = why;
            }
            return Condition.UNKNOWN;
        }
    }
}
