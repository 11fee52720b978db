package dev.bascule.cli.simulate;

import dev.bascule.fallback.text.Durations;
import dev.bascule.scheduling.simulate.model.Arrivals;
import dev.bascule.scheduling.simulate.model.Distribution;
import dev.bascule.scheduling.simulate.model.Fleet;
import dev.bascule.scheduling.simulate.model.Labelled;
import dev.bascule.scheduling.simulate.model.Machines;
import dev.bascule.scheduling.simulate.model.Service;
import dev.bascule.scheduling.simulate.model.Stream;
import dev.bascule.scheduling.simulate.model.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** What a simulation rests on, with where each comes from. What nobody said is assumed, and told so. Stateless. */
final class ParameterList {
    private ParameterList() {}

    /**
     * @param of which machines, stream or kind
     * @param origin {@code measured}, {@code predicted} or {@code assumed}
     * @param from what measured it; empty where nobody says
     */
    record Parameter(String of, String name, String value, String origin, String from) {}

    static List<Parameter> of(Fleet fleet, Workload workload) {
        List<Parameter> all = new ArrayList<>();
        for (Machines each : fleet.machines()) {
            all.add(parameter(each.name(), "overhead", each.overhead(), Distribution::text));
            all.add(parameter(each.name(), "turnaround", each.turnaround(), Distribution::text));
            if (each.lanes() > 1) {
                all.add(parameter(each.name(), "interference", each.interference(), String::valueOf));
            }
            if (!each.faults().isEmpty()) {
                all.add(parameter(each.name(), "detected after", each.detected(), Durations::format));
            }
            each.faults()
                    .forEach(fault -> all.add(parameter(
                            each.name(),
                            "fault",
                            fault,
                            value -> "%s every %s, lasts %s"
                                    .formatted(
                                            value.kind().name().toLowerCase(Locale.ROOT),
                                            Durations.format(value.every()),
                                            value.lasts().text()))));
            each.thermal()
                    .ifPresent(thermal -> all.add(parameter(
                            each.name(),
                            "thermal",
                            thermal,
                            value -> "%s K/W, tau %s, throttles from %s °C"
                                    .formatted(
                                            value.resistance(),
                                            Durations.format(value.tau()),
                                            value.curve().get(0).celsius()))));
            each.power()
                    .ifPresent(power -> all.add(parameter(
                            each.name(),
                            "power",
                            power,
                            value -> "%s W idle, %s W a busy lane".formatted(value.idle(), value.lane()))));
        }
        for (Stream each : workload.streams()) {
            all.add(parameter(each.name(), "arrivals", each.arrivals(), ParameterList::arrivals));
        }
        for (Service each : workload.services()) {
            String name = each.kind() + " on " + each.machines();
            all.add(parameter(name, "work", each.work(), Distribution::text));
            if (!each.setup().value().equals(Distribution.Constant.ZERO)) {
                all.add(parameter(name, "setup", each.setup(), Distribution::text));
            }
        }
        return all;
    }

    private static String arrivals(Arrivals arrivals) {
        if (arrivals instanceof Arrivals.Batch batch) {
            return "all at " + Durations.format(batch.at());
        }
        if (arrivals instanceof Arrivals.Poisson poisson) {
            return "Poisson, %s a second".formatted(poisson.perSecond());
        }
        return "as traced, over "
                + Durations.format(
                        arrivals instanceof Arrivals.Trace trace && !trace.at().isEmpty()
                                ? trace.at().get(trace.at().size() - 1)
                                : Duration.ZERO);
    }

    private static <T> Parameter parameter(String of, String name, Labelled<T> labelled, Function<T, String> text) {
        return new Parameter(
                of, name, text.apply(labelled.value()), labelled.origin().word(), labelled.from());
    }
}
