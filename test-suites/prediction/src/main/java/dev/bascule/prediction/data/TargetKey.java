package dev.bascule.prediction.data;

/**
 * Everything about a place that determines a time: times of another are another's. Settings other than threads are not in it: what ran
 * by such is of no place ({@link HistoryData#isUsual}). Immutable.
 *
 * @param machine fingerprint, of which the number of processors that may be used is a part
 * @param target id of the target: browser and version or native, engine with version and build, backend, device type
 * @param threads of a CPU engine
 */
public record TargetKey(String machine, String target, int threads) implements Comparable<TargetKey> {
    private static final String NATIVE = "native";

    /** Whether no browser is in it. */
    public boolean isNative() {
        return target.startsWith(NATIVE + "/");
    }

    /** The browser's name as targets write it, without its version: {@code mozilla-firefox-esr}; or {@code native}. */
    public String browser() {
        String where = target.substring(0, Math.max(0, target.indexOf('/')));
        int dash = where.lastIndexOf('-');
        return dash < 0 ? where : where.substring(0, dash);
    }

    /** What is compared with other machines and versions: the backend's id. */
    public String backend() {
        String last = target.substring(target.lastIndexOf('/') + 1);
        int dash = last.lastIndexOf('-');
        return dash < 0 ? last : last.substring(0, dash);
    }

    /** Whether it is ONNX Runtime's CPU on one thread, natively. */
    public boolean isReferenceCpu() {
        return threads == 1
                && target.startsWith("native/onnxruntime-")
                && backend().equals("cpu");
    }

    @Override
    public int compareTo(TargetKey other) {
        int by = machine.compareTo(other.machine);
        by = by != 0 ? by : target.compareTo(other.target);
        return by != 0 ? by : Integer.compare(threads, other.threads);
    }

    /** For tables, where the whole has no room: {@code chromium-156.0.8078.108 wasm, 2 threads}. */
    public String label() {
        int slash = target.indexOf('/');
        return (slash < 0 ? target : target.substring(0, slash) + " " + backend())
                + (threads == 1 ? "" : ", " + threads + " threads");
    }

    /** {@code native/onnxruntime-1.29.0/cpu-cpu, 2 threads}. */
    @Override
    public String toString() {
        return target + (threads == 1 ? "" : ", " + threads + " threads");
    }
}
