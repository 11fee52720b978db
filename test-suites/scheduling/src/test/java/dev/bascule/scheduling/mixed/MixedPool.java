package dev.bascule.scheduling.mixed;

import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.scheduling.worker.WorkerId;
import dev.bascule.scheduling.worker.WorkerView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Six types of hardware. */
public enum MixedPool {
    GPU_SERVER("linux", 16, 64, Map.of("cuda", "placed", "cpu", "placed"), Map.of("chrome", "143.0.7499"), 24),
    MAC(
            "macos",
            10,
            32,
            Map.of("mps", "placed", "cpu", "placed", "webgpu", "placed"),
            Map.of("chrome", "143.0", "safari", "26.1"),
            0),
    LAPTOP(
            "windows",
            8,
            16,
            Map.of("openvino", "placed", "cpu", "placed", "webgpu", "session"),
            Map.of("edge", "143.0"),
            0),
    CPU_SERVER(
            "linux",
            32,
            128,
            Map.of("openvino", "placed", "cpu", "placed", "wasm", "placed"),
            Map.of("chrome", "142.0"),
            0),
    OLD_BOX("linux", 2, 8, Map.of("cpu", "placed", "wasm", "placed"), Map.of("firefox", "145.0"), 0),
    PHONE("android", 8, 8, Map.of("webgpu", "session", "wasm", "placed"), Map.of("chrome", "143.0"), 0);

    private final Inventory inventory;

    MixedPool(
            String os,
            int processors,
            long memoryGb,
            Map<String, String> backends,
            Map<String, String> browsers,
            long vramGb) {
        this.inventory = Inventory.of(
                os,
                os.equals("macos") || os.equals("android") ? "arm64" : "x86_64",
                "made up",
                processors,
                memoryGb << 30,
                backends,
                browsers,
                vramGb == 0 ? List.of() : List.of(new Inventory.Gpu("made up", vramGb << 30)),
                Set.of());
    }

    int number() {
        return List.of(values()).indexOf(this);
    }

    public Inventory inventory() {
        return inventory;
    }

    /** Idle workers: so many of each type, in the order of the types. */
    public static List<WorkerView> of(int... counts) {
        List<WorkerView> workers = new ArrayList<>();
        int column = 0;
        for (MixedPool type : values()) {
            int count = counts[column++];
            for (int each = 1; each <= count; each++) {
                workers.add(new WorkerView(
                        new WorkerId(type.name().toLowerCase(Locale.ROOT).replace('_', '-') + "-" + each),
                        type.inventory,
                        Optional.empty(),
                        Set.of()));
            }
        }
        workers.sort(Comparator.comparing(WorkerView::id));
        return workers;
    }

    static MixedPool typeOf(WorkerView worker) {
        for (MixedPool type : values()) {
            if (type.inventory.equals(worker.inventory())) {
                return type;
            }
        }
        throw new IllegalArgumentException("none of ours");
    }
}
