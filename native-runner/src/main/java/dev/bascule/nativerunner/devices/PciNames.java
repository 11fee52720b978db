package dev.bascule.nativerunner.devices;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What PCI's numbers are called: makers known here, all others from the system's {@code pci.ids} where it has one. */
final class PciNames {
    static final int NVIDIA = 0x10de;
    static final int AMD = 0x1002;
    static final int AMD_CPU = 0x1022;
    static final int INTEL = 0x8086;
    static final int GOOGLE = 0x1ac1;

    private static final List<String> LISTS =
            List.of("/usr/share/misc/pci.ids", "/usr/share/hwdata/pci.ids", "/var/lib/pciutils/pci.ids");

    private static final Map<Integer, String> VENDORS = Map.ofEntries(
            Map.entry(NVIDIA, "NVIDIA"),
            Map.entry(AMD, "AMD"),
            Map.entry(AMD_CPU, "AMD"),
            Map.entry(INTEL, "Intel"),
            Map.entry(GOOGLE, "Google (Global Unichip)"),
            Map.entry(0x1af4, "Red Hat (virtio)"),
            Map.entry(0x1b36, "Red Hat (QEMU)"),
            Map.entry(0x1234, "QEMU (Bochs)"),
            Map.entry(0x1013, "Cirrus Logic"),
            Map.entry(0x15ad, "VMware"),
            Map.entry(0x1414, "Microsoft"),
            Map.entry(0x80ee, "VirtualBox"),
            Map.entry(0x1ab8, "Parallels"),
            Map.entry(0x5853, "Xen"),
            Map.entry(0x1a03, "ASPEED"),
            Map.entry(0x102b, "Matrox"),
            Map.entry(0x17cb, "Qualcomm"),
            Map.entry(0x1da3, "Habana (Intel)"),
            Map.entry(0x1e60, "Hailo"),
            Map.entry(0x1d0f, "Amazon"));

    private PciNames() {}

    static String vendor(int id) {
        return VENDORS.getOrDefault(id, String.format(Locale.ROOT, "PCI vendor %04x", id));
    }

    /** The makers whose display adapters a hypervisor shows its guest. */
    static boolean isHypervisor(int vendor) {
        return switch (vendor) {
            case 0x1af4, 0x1b36, 0x1234, 0x1013, 0x15ad, 0x1414, 0x80ee, 0x1ab8, 0x5853 -> true;
            default -> false;
        };
    }

    /** The makers of frame buffers on servers' boards, which compute nothing. */
    static boolean isBoardManagement(int vendor) {
        return vendor == 0x1a03 || vendor == 0x102b;
    }

    /** What the system's list calls a device; empty where it has no list or does not know it. */
    static Optional<String> device(SystemView system, PciBus device) {
        return LISTS.stream()
                .map(list -> system.read(list).text())
                .flatMap(Optional::stream)
                .findFirst()
                .flatMap(list -> find(list, device.vendor(), device.device()));
    }

    /** A vendor's line begins with its number, its devices' lines with a tab, their boards' with two. */
    static Optional<String> find(String list, int vendor, int device) {
        String head = String.format(Locale.ROOT, "%04x  ", vendor);
        String body = String.format(Locale.ROOT, "\t%04x  ", device);
        boolean inside = false;
        for (String line : (Iterable<String>) list.lines()::iterator) {
            if (!line.startsWith("\t") && !line.startsWith("#")) {
                inside = line.startsWith(head);
            } else if (inside && line.startsWith(body)) {
                return Optional.of(line.substring(body.length()).strip());
            }
        }
        return Optional.empty();
    }
}
