package dev.bascule.nativerunner.devices;

import java.util.List;
import java.util.Optional;

/** One device of Linux's PCI bus, as sysfs shows it. */
record PciBus(SystemView system, String address) {
    static final String DEVICES = "/sys/bus/pci/devices";

    static List<PciBus> all(SystemView system) {
        return system.list(DEVICES).stream()
                .map(address -> new PciBus(system, address))
                .toList();
    }

    String path(String file) {
        return DEVICES + "/" + address + "/" + file;
    }

    private int hex(String file) {
        try {
            return Integer.decode(system.line(path(file)).orElse("0"));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    int vendor() {
        return hex("vendor");
    }

    int device() {
        return hex("device");
    }

    /** Base class in the third byte, subclass in the second. */
    int type() {
        return hex("class");
    }

    /** Such as {@code 10de:2330}. */
    String id() {
        return String.format(java.util.Locale.ROOT, "%04x:%04x", vendor(), device());
    }

    Optional<String> driver() {
        return system.link(path("driver"));
    }

    /** The device files that programs open, by what the kernel says belongs to it. */
    List<String> deviceFiles() {
        List<String> render = system.list(path("drm")).stream()
                .filter(name -> name.startsWith("renderD"))
                .map("/dev/dri/"::concat)
                .toList();
        List<String> accelerators = system.list(path("accel")).stream()
                .filter(name -> name.startsWith("accel"))
                .map("/dev/accel/"::concat)
                .toList();
        return render.isEmpty() ? accelerators : render;
    }

    /** How it is attached, where the bus tells, such as {@code PCIe 16.0 GT/s x16}. */
    String link() {
        Optional<String> speed = system.line(path("max_link_speed")).filter(text -> !text.startsWith("Unknown"));
        Optional<String> width = system.line(path("max_link_width")).filter(text -> !text.equals("255"));
        return speed.isPresent() && width.isPresent()
                ? "PCIe %s x%s".formatted(speed.get().replace(" PCIe", ""), width.get())
                : "PCI address " + address;
    }
}
