package dev.bascule.reports.comparison.training;

import dev.bascule.reports.training.TrainingPlace;
import dev.bascule.reports.training.TrainingRun;
import java.util.Optional;

/**
 * What makes two trainings of one place, whatever the versions there: these are what may have changed. Immutable.
 *
 * @param browser its name without the version; empty natively
 * @param software whether the device is made of software; empty where nobody knows
 * @param state where parameters and moments were asked to be
 * @param beside the other side's place, where one side is several replicas and the other is one place; empty where both are the same
 */
public record TrainedPlace(
        String backend,
        Optional<String> browser,
        String engine,
        Optional<Boolean> software,
        String state,
        Optional<String> beside) {

    static TrainedPlace of(TrainingRun run) {
        TrainingPlace place = run.place();
        return new TrainedPlace(
                place.backend(),
                place.browser().map(TrainedPlace::withoutVersion),
                place.engine().name(),
                place.software(),
                place.state(),
                Optional.empty());
    }

    /** Of a pair of unlike places. */
    TrainedPlace beside(TrainedPlace other) {
        return new TrainedPlace(backend, browser, engine, software, state, Optional.of(other.words()));
    }

    static String withoutVersion(String browser) {
        return browser.replaceFirst(" [0-9][^ ]*$", "");
    }

    /** For people. */
    String words() {
        return backend
                + browser.map(name -> " in " + name).orElseGet(() -> ", " + engine)
                + (software.orElse(false) ? ", software" : "")
                + (state.equals("cpu") ? "" : ", state in " + state)
                + beside.map(other -> ", and " + other).orElse("");
    }
}
