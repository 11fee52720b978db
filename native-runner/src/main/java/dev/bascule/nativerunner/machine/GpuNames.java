package dev.bascule.nativerunner.machine;

import java.util.List;
import java.util.Locale;

/** Tells display adapters that compute nothing themselves by their names. Stateless. */
final class GpuNames {
    /** Software rasterisers, the adapters of virtual machines, and the frame buffers of server boards. */
    private static final List<String> SOFTWARE = List.of(
            "llvmpipe",
            "lavapipe",
            "softpipe",
            "swiftshader",
            "basic render",
            "basic display",
            "virtio",
            "qxl",
            "cirrus",
            "bochs",
            "standard vga",
            "vmware svga",
            "virtualbox graphics",
            "hyper-v video",
            "parallels display",
            "aspeed",
            "matrox");

    private GpuNames() {}

    static boolean isSoftware(String name, String vendor) {
        String words = (name + " " + vendor).toLowerCase(Locale.ROOT);
        return SOFTWARE.stream().anyMatch(words::contains);
    }
}
