package dev.bascule.cli.serve;

import dev.bascule.app.local.ServeService.Link;
import dev.bascule.app.local.ServeService.Serving;
import dev.bascule.bridge.dashboard.device.DeviceLinks;
import dev.bascule.cli.output.QrText;
import java.util.List;
import java.util.Optional;

/** The ways in for devices, once the server listens. Thread-safe. */
final class DashboardDeviceLinks implements DeviceLinks {
    private volatile Ways ways =
            new Ways(List.of(), List.of(), Optional.empty(), Optional.of("the server does not listen yet"));

    /** @param runs what a device runs */
    void open(Serving serving, List<String> runs) {
        ways = new Ways(
                serving.links().stream().map(DashboardDeviceLinks::way).toList(),
                runs,
                serving.fingerprint(),
                Optional.empty());
    }

    /** There is nothing for a device to run. */
    void stayShut(String reason) {
        ways = new Ways(List.of(), List.of(), Optional.empty(), Optional.of(reason));
    }

    private static Way way(Link link) {
        return new Way(
                link.url(),
                LinkText.isLocal(link),
                link.secure(),
                QrText.modules(link.url().toString()));
    }

    @Override
    public Ways ways() {
        return ways;
    }
}
