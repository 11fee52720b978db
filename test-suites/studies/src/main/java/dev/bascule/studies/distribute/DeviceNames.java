package dev.bascule.studies.distribute;

import dev.bascule.execution.source.Place;
import dev.bascule.fallback.backend.Side;
import java.util.ArrayList;
import java.util.List;

/** Names of the devices of a run. Stateless. */
final class DeviceNames {
    private DeviceNames() {}

    /** {@code cpu #1}, {@code cpu #2}, {@code cuda:1}: numbered where there are several alike. */
    static List<String> of(List<Place> places) {
        List<String> plain = places.stream().map(DeviceNames::plain).toList();
        List<String> names = new ArrayList<>();
        for (int i = 0; i < plain.size(); i++) {
            String name = plain.get(i);
            long alike = plain.stream().filter(name::equals).count();
            long before = plain.subList(0, i).stream().filter(name::equals).count();
            names.add(alike == 1 ? name : "%s #%d".formatted(name, before + 1));
        }
        return names;
    }

    static String plain(Place place) {
        return place.backend().side() == Side.NATIVE
                ? place.device().toString()
                : place.backend().id() + " in " + place.source().name();
    }
}
