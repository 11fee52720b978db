package dev.bascule.scheduling.job;

import dev.bascule.scheduling.worker.Inventory;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** What a machine has so or so much of. */
public enum Amount {
    /** Of the graphics processor that has most: memory of two is not one memory. */
    VRAM("graphics memory", true) {
        @Override
        public OptionalLong of(Inventory inventory) {
            return inventory.gpus().stream()
                    .mapToLong(Inventory.Gpu::memoryBytes)
                    .max();
        }
    },
    MEMORY("memory", true) {
        @Override
        public OptionalLong of(Inventory inventory) {
            return inventory.memoryBytes() == 0 ? OptionalLong.empty() : OptionalLong.of(inventory.memoryBytes());
        }
    },
    PROCESSORS("processors", false) {
        @Override
        public OptionalLong of(Inventory inventory) {
            return OptionalLong.of(inventory.processors());
        }
    };

    private final String called;
    private final boolean bytes;

    Amount(String called, boolean bytes) {
        this.called = called;
        this.bytes = bytes;
    }

    /** How much of it this machine has; empty where it has nothing that could have any, or nobody tells. */
    public abstract OptionalLong of(Inventory inventory);

    /** What a machine has of which {@link #of} tells nothing. */
    String absent() {
        return this == VRAM ? "no graphics processor" : "so much as nobody tells";
    }

    /** As a requirement names it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<Amount> of(String word) {
        return Arrays.stream(values())
                .filter(amount -> amount.word().equals(word))
                .findFirst();
    }

    boolean isBytes() {
        return bytes;
    }

    /** So much of it, for people: {@code 16 GB of graphics memory}, {@code 8 processors}. */
    String people(long amount) {
        return bytes ? "%s of %s".formatted(Bytes.people(amount), called) : amount + " " + called;
    }

    /** The figure alone, for people. */
    String figure(long amount) {
        return bytes ? Bytes.people(amount) : String.valueOf(amount);
    }
}
