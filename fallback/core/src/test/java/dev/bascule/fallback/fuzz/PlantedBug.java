package dev.bascule.fallback.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** A reader that takes all but one input in a few billions, for which it has forgotten its own class of error. */
@FuzzTarget
class PlantedBug {
    @FuzzTest
    void it_reads_everything(byte[] data) {
        Refusals.read(() -> read(data));
    }

    private static String read(byte[] data) {
        if (data.length > 3 && data[0] == 'b' && data[1] == 'u' && data[2] == 'g' && data[3] == '!') {
            throw new IllegalArgumentException("length " + data.length);
        }
        return "fine";
    }
}
