package dev.bascule.nativerunner.machine;

import java.util.List;
import java.util.Locale;

/** Tells display adapters that compute nothing themselves, or may not, by their names. Stateless. */
final class GpuNames {
    /** Software rasterisers, the frame buffers of virtual machines that draw nothing, and those of server boards. */
    private static final List<String> SOFTWARE = List.of(
            "llvmpipe",
            "lavapipe",
            "softpipe",
            "swiftshader",
            "basic render",
            "basic display",
            "qxl",
            "cirrus",
            "bochs",
            "standard vga",
            "hyper-v video",
            "aspeed",
            "matrox");

    /** Adapters that a virtual machine's host may draw with a GPU for, or with a program. */
    private static final List<String> VIRTUAL =
            List.of("virtio", "vmware svga", "virtualbox graphics", "parallels display");

    private GpuNames() {}

    static boolean isVirtual(String name, String vendor) {
        String words = (name + " " + vendor).toLowerCase(Locale.ROOT);
        return VIRTUAL.stream().anyMatch(words::contains) && !isSoftware(name, vendor);
    }

    static boolean isSoftware(String name, String vendor) {
        String words = (name + " " + vendor).toLowerCase(Locale.ROOT);
        return SOFTWARE.stream().anyMatch(words::contains);
    }
}
