package dev.bascule.fallback.backend;

import java.util.EnumSet;
import java.util.Set;

/** One of {@link EngineOptions}, so that a driver can say which of them it reads. */
public enum EngineOption {
    /** Another device than the first. */
    DEVICE("device") {
        @Override
        boolean isIn(EngineOptions options) {
            return options.deviceIndex().orElse(0) > 0;
        }
    },
    /** A precision other than what the engine does by itself. */
    PRECISION("precision") {
        @Override
        boolean isIn(EngineOptions options) {
            return options.precision().isPresent();
        }
    },
    /** No arena. */
    ARENA("arena") {
        @Override
        boolean isIn(EngineOptions options) {
            return options.arena() != EngineOptions.DEFAULTS.arena();
        }
    },
    /** A limit of device memory. */
    MEMORY_LIMIT("deviceMemoryLimit") {
        @Override
        boolean isIn(EngineOptions options) {
            return options.memoryLimitBytes().isPresent();
        }
    },
    /** Nodes side by side. */
    EXECUTION_MODE("executionMode") {
        @Override
        boolean isIn(EngineOptions options) {
            return options.runsInParallel();
        }
    };

    private final String key;

    EngineOption(String key) {
        this.key = key;
    }

    /** The key of its setting in files and case ids. */
    public String key() {
        return key;
    }

    abstract boolean isIn(EngineOptions options);

    /** The options that ask for something else than the usual. */
    public static Set<EngineOption> wanted(EngineOptions options) {
        Set<EngineOption> wanted = EnumSet.noneOf(EngineOption.class);
        for (EngineOption option : values()) {
            if (option.isIn(options)) {
                wanted.add(option);
            }
        }
        return wanted;
    }
}
