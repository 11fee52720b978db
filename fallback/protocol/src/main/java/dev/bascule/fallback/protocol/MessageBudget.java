package dev.bascule.fallback.protocol;

import java.nio.ByteOrder;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What the messages of all runners together may take of this process before they have been dealt with. Where that is exceeded, the runner
 * that holds most is ended: who floods costs itself, and no other. Thread-safe.
 */
public final class MessageBudget {
    /** Half of what there is. */
    static final MessageBudget OF_PROCESS =
            new MessageBudget(Runtime.getRuntime().maxMemory() / 2);

    /** What a character of JSON becomes, {@code [],} and the like being about the worst. */
    private static final long OBJECTS = 16;

    private final long most;
    private final Set<Share> holders = new HashSet<>();
    private long used;

    /** @param most bytes */
    public MessageBudget(long most) {
        this.most = most;
    }

    /** What a frame takes as long as it, or what was read from it, is kept. */
    static long bytes(Frame frame) {
        return frame.fold(text -> OBJECTS * text.length(), bytes -> {
            // A tensor is a view of its whole frame.
            int header = bytes.slice().order(ByteOrder.LITTLE_ENDIAN).getInt(0);
            return bytes.remaining() + OBJECTS * header;
        });
    }

    /** @param end ends the runner, with the reason; may be called by another's thread */
    Share share(Consumer<String> end) {
        return new Share(end);
    }

    /** Takes it; gives the runner to be ended, where that is too much. */
    private synchronized Optional<Share> take(Share share, long bytes) {
        share.held += bytes;
        used += bytes;
        holders.add(share);
        return used <= most ? Optional.empty() : holders.stream().max(Comparator.comparingLong(holder -> holder.held));
    }

    private synchronized void give(Share share, long bytes) {
        share.held -= bytes;
        used -= bytes;
        if (share.held == 0) {
            holders.remove(share);
        }
    }

    synchronized long used() {
        return used;
    }

    /** One runner's part. Its owner gives back all that it took. */
    final class Share {
        private final Consumer<String> end;
        private long held;

        private Share(Consumer<String> end) {
            this.end = end;
        }

        /** @throws ProtocolException when there is no room, and no other runner holds more; nothing is taken then */
        void take(long bytes) throws ProtocolException {
            Optional<Share> greediest = MessageBudget.this.take(this, bytes);
            if (greediest.equals(Optional.of(this))) {
                give(bytes);
                throw new ProtocolException(words());
            }
            // Outside of the lock: ending a runner takes locks of its own.
            greediest.ifPresent(other -> other.end.accept(words()));
        }

        void give(long bytes) {
            MessageBudget.this.give(this, bytes);
        }

        private String words() {
            return "more than %d bytes of messages wait to be dealt with, most of them of this runner".formatted(most);
        }
    }
}
