package dev.bascule.bridge.page;

import dev.bascule.bridge.discovery.BrowserEngine;
import dev.bascule.bridge.flags.BrowserSettings;
import dev.bascule.bridge.flags.FlagSet;
import dev.bascule.bridge.flags.SettingSet;
import dev.bascule.bridge.flags.SettingsTable;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How a browser is started.
 *
 * @param hardwareGpu whether the machine has a GPU of its own for WebGPU; a software one is asked for where it has none
 * @param root whether it must do without a sandbox, for root starts it or a container is around it
 * @param timed whether anything is timed in it
 * @param extraFlags more command-line flags; of a switch that is given twice, these win
 */
public record LaunchOptions(boolean hardwareGpu, boolean root, boolean timed, List<String> extraFlags) {

    public LaunchOptions {
        extraFlags = List.copyOf(extraFlags);
    }

    /** Set by the image, whose container is the sandbox: it gives no user namespaces, which Chrome's is made of. */
    static final String CONTAINER = "BASCULE_CONTAINER";

    /** For this process's user. */
    public static LaunchOptions withHardwareGpu(boolean present) {
        return withHardwareGpu(present, System.getProperty("user.name", ""), System.getenv());
    }

    static LaunchOptions withHardwareGpu(boolean present, String user, Map<String, String> environment) {
        return new LaunchOptions(present, user.equals("root") || environment.containsKey(CONTAINER), true, List.of());
    }

    public LaunchOptions withExtraFlags(List<String> flags) {
        return new LaunchOptions(hardwareGpu, root, timed, flags);
    }

    public LaunchOptions withRoot(boolean isRoot) {
        return new LaunchOptions(hardwareGpu, isRoot, timed, extraFlags);
    }

    public LaunchOptions withTimed(boolean isTimed) {
        return new LaunchOptions(hardwareGpu, root, isTimed, extraFlags);
    }

    /** The settings that these come to in a browser of this engine. */
    public BrowserSettings settings(BrowserEngine engine) {
        Set<SettingSet> sets = EnumSet.of(
                SettingSet.DEFAULT,
                SettingSet.AUTOMATED,
                SettingSet.WEBNN,
                hardwareGpu ? SettingSet.HARDWARE_GPU : SettingSet.SOFTWARE_GPU);
        if (!timed) {
            sets.add(SettingSet.UNTIMED);
        }
        if (root) {
            sets.add(SettingSet.ROOT);
        }
        return SettingsTable.of(engine, sets).and(FlagSet.of(extraFlags));
    }
}
