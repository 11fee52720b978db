package dev.bascule.scheduling.job;

import dev.bascule.scheduling.worker.Inventory;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** What a machine is, or is called. */
public enum Trait {
    OS {
        @Override
        Set<String> of(Inventory inventory) {
            return Set.of(inventory.os());
        }
    },
    ARCH {
        @Override
        Set<String> of(Inventory inventory) {
            return Set.of(inventory.arch());
        }
    },
    LABEL {
        @Override
        Set<String> of(Inventory inventory) {
            return inventory.labels();
        }
    };

    abstract Set<String> of(Inventory inventory);

    /** As a requirement names it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<Trait> of(String word) {
        return Arrays.stream(values())
                .filter(trait -> trait.word().equals(word))
                .findFirst();
    }
}
