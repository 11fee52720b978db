package dev.bascule.app.local;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A stream whose lines end where they become too long: the rest of one is dropped. Belongs to one thread. */
final class ShortLines extends FilterInputStream {
    static final int MOST = 4096;

    private int length;

    ShortLines(InputStream in) {
        super(in);
    }

    @Override
    public int read() throws IOException {
        int value = in.read();
        while (value >= 0 && !keeps(value)) {
            value = in.read();
        }
        return value;
    }

    @Override
    public int read(byte[] into, int offset, int count) throws IOException {
        if (count == 0) {
            return 0;
        }
        while (true) {
            int got = in.read(into, offset, count);
            if (got < 0) {
                return got;
            }
            int kept = 0;
            for (int i = 0; i < got; i++) {
                byte value = into[offset + i];
                if (keeps(value)) {
                    into[offset + kept++] = value;
                }
            }
            if (kept > 0) {
                return kept;
            }
        }
    }

    private boolean keeps(int value) {
        length = value == '\n' ? 0 : Math.min(length + 1, MOST + 1);
        return length <= MOST;
    }
}
