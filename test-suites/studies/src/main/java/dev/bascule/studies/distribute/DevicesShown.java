package dev.bascule.studies.distribute;

import dev.bascule.execution.attempt.SessionPlacement;
import dev.bascule.execution.source.Place;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.BackendDevice;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.evidence.DeviceFacts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Which device each session had, as far as a record shows it, and which of them are one device. Stateless. */
final class DevicesShown {
    private static final String PROCESSOR = "this machine's processor";

    private DevicesShown() {}

    /**
     * A device as it was asked for.
     *
     * @param source the browser, or {@code native}
     */
    record Asked(BackendDevice device, String source) {
        static Asked of(Place place) {
            return new Asked(place.device(), place.source().name());
        }

        static List<Asked> of(List<Place> places) {
            return places.stream().map(Asked::of).toList();
        }

        Backend backend() {
            return device.backend();
        }

        OptionalInt index() {
            return device.index();
        }
    }

    /** What is shown of a place's device; empty where nobody asked for one by its index, and nothing was told. */
    static Optional<String> words(Asked asked, SessionPlacement placed) {
        Map<String, String> facts = placed.evidence().facts();
        Optional<String> device = DeviceFacts.words(facts);
        if (asked.index().isEmpty() && device.isEmpty()) {
            return Optional.empty();
        }
        int index = asked.index().orElse(0);
        String is = device.map(told -> "device %d is %s".formatted(index, told))
                .orElse("device %d was asked for".formatted(index));
        return Optional.of(is + "; "
                + DeviceFacts.contexts(facts)
                        .map(contexts -> DeviceFacts.shows(facts, index)
                                ? "its driver shows the process there and on no other"
                                : "its driver shows the process on %s"
                                        .formatted(
                                                contexts.isEmpty()
                                                        ? "none"
                                                        : "devices " + String.join(", ", contexts)
                                                                + ", so not on which of them it computed"))
                        .orElse("no record shows that the session was there and on no other"));
    }

    /** The same behind other words; blank where there is nothing to say. */
    static String added(Asked asked, SessionPlacement placed) {
        return words(asked, placed).map(words -> "; " + words).orElse("");
    }

    /** For the names of figures: blank where no device was asked for by its index, or it is shown that it was that one. */
    static String label(Asked asked, SessionPlacement placed) {
        return asked.index().isEmpty()
                        || asked.backend().isHostCpu()
                        || DeviceFacts.shows(
                                placed.evidence().facts(), asked.index().getAsInt())
                ? ""
                : " (device not shown)";
    }

    /**
     * What tells one device from another.
     *
     * @param shown whether a record has it, or else it is what was asked for
     */
    private record Seat(String device, boolean shown) {}

    /** A sentence for each device that several of these had, or asked for where nothing shows it. */
    static List<String> shared(List<String> names, List<Asked> asked, List<SessionPlacement> placed) {
        Map<Seat, List<String>> byDevice = new LinkedHashMap<>();
        for (int i = 0; i < asked.size(); i++) {
            byDevice.computeIfAbsent(seat(asked.get(i), placed.get(i)), any -> new ArrayList<>())
                    .add(names.get(i));
        }
        return byDevice.entrySet().stream()
                .filter(entry -> entry.getValue().size() > 1)
                .map(entry -> (entry.getKey().shown()
                                ? "%s are on one device, %s: what they do at the same time they take from each other"
                                : "%s were asked for on one device, %s, and no record shows where they were: what they do at the"
                                        + " same time they may take from each other")
                        .formatted(joined(entry.getValue()), entry.getKey().device()))
                .toList();
    }

    private static String joined(List<String> names) {
        return String.join(", ", names.subList(0, names.size() - 1)) + " and " + names.get(names.size() - 1);
    }

    /** By the strongest that is known. */
    private static Seat seat(Asked asked, SessionPlacement placed) {
        Map<String, String> facts = placed.evidence().facts();
        Optional<String> own = Optional.ofNullable(facts.get(DeviceFacts.UUID));
        if (own.isPresent()) {
            return new Seat(own.get(), true);
        }
        boolean onProcessor = asked.backend().isHostCpu()
                || placed.evidence().software().orElse(false)
                || "CPU".equals(facts.get(DeviceFacts.NAME))
                || (asked.index().orElse(0) == 0
                        && placed.evidence().deviceType().equals(Optional.of(DeviceType.CPU)));
        if (onProcessor) {
            return new Seat(PROCESSOR, true);
        }
        // A browser has one device for all of its pages.
        return asked.backend().side() == Side.BROWSER
                ? new Seat("that of %s in %s".formatted(asked.backend().id(), asked.source()), true)
                : new Seat(
                        "device %d of %s"
                                .formatted(
                                        asked.index().orElse(0), asked.backend().id()),
                        false);
    }
}
