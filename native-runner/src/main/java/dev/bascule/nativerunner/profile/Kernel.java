package dev.bascule.nativerunner.profile;

import dev.bascule.fallback.job.KernelReading.Unit;
import java.util.Optional;

/** One kernel over data of its own. What its threads touch is apart, so that they may work at once. */
interface Kernel {

    /** Its name in readings. */
    String name();

    /** Bytes of its working set. */
    long size();

    Unit unit();

    /** Units of work in one pass of all its threads. */
    double workPerPass();

    /** One thread's share of so many passes. */
    void run(int thread, int passes);

    /** Reads the result by other means, after all passes: what is wrong with it, if anything. */
    Optional<String> check();
}
