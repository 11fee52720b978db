package dev.bascule.fallback.hardware;

/**
 * Which device of a machine: where it sits, never what it is called by its maker. Such as {@code cpu:0},
 * {@code pci:0000:01:00.0}, {@code apple:gpu}.
 */
public record DeviceId(String value) implements Comparable<DeviceId> {

    public DeviceId {
        if (value.isBlank() || !value.contains(":")) {
            throw new IllegalArgumentException("a device's id says where it sits: '" + value + "'");
        }
    }

    /** The device at a PCI address, as the kernel writes it: domain, bus, device and function in lower case. */
    public static DeviceId pci(String address) {
        return new DeviceId("pci:" + address.toLowerCase(java.util.Locale.ROOT));
    }

    @Override
    public int compareTo(DeviceId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
