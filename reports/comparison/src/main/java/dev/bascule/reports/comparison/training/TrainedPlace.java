package dev.bascule.reports.comparison.training;

import dev.bascule.reports.training.TrainingPlace;
import dev.bascule.reports.training.TrainingRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What makes two trainings of one place, whatever the versions there: these are what may have changed. Immutable.
 *
 * @param parts the one place, or each of several replicas in rank order
 * @param state where parameters and moments were asked to be
 * @param beside the other side's place, where one side is several replicas and the other is one place; empty where both are the same
 */
public record TrainedPlace(List<Part> parts, String state, Optional<String> beside) {
    public TrainedPlace {
        parts = List.copyOf(parts);
    }

    /**
     * Where one session ran.
     *
     * @param browser its name without the version; empty natively
     * @param engine its name
     * @param software whether the device is made of software; empty where nobody knows
     */
    public record Part(String backend, Optional<String> browser, String engine, Optional<Boolean> software) {
        private String words() {
            return backend
                    + browser.map(name -> " in " + name).orElseGet(() -> ", " + engine)
                    + (software.orElse(false) ? ", software" : "");
        }
    }

    static TrainedPlace of(TrainingRun run) {
        TrainingPlace place = run.place();
        List<Part> parts = place.replicas().isEmpty()
                ? List.of(new Part(
                        place.backend(),
                        place.browser().map(TrainedPlace::withoutVersion),
                        place.engine().name(),
                        place.software()))
                : place.replicas().stream()
                        .map(replica -> new Part(
                                replica.backend(),
                                replica.browser().map(TrainedPlace::withoutVersion),
                                replica.engine().name(),
                                replica.software()))
                        .toList();
        return new TrainedPlace(parts, place.state(), Optional.empty());
    }

    /** Of a pair of unlike places. */
    TrainedPlace beside(TrainedPlace other) {
        return new TrainedPlace(parts, state, Optional.of(other.words()));
    }

    static String withoutVersion(String browser) {
        return browser.replaceFirst(" [0-9][^ ]*$", "");
    }

    /** For people. */
    String words() {
        return (parts.size() == 1 ? parts.get(0).words() : "%d replicas: %s".formatted(parts.size(), neighbours()))
                + (state.equals("cpu") ? "" : ", state in " + state)
                + beside.map(other -> ", and " + other).orElse("");
    }

    /** In rank order, for in another order they add up otherwise. */
    private String neighbours() {
        List<String> words = new ArrayList<>();
        int alike;
        for (int first = 0; first < parts.size(); first += alike) {
            String one = parts.get(first).words();
            alike = 1;
            while (first + alike < parts.size()
                    && parts.get(first + alike).words().equals(one)) {
                alike++;
            }
            words.add((alike == 1 ? "" : alike + " × ") + one);
        }
        return String.join("; ", words);
    }
}
