package dev.bascule.studies.profile;

import dev.bascule.studies.profile.ModelPlan.Stopwatch;
import java.util.Locale;
import java.util.function.Consumer;

/** Says of each workload that it begins, and how far that is. Belongs to one thread. */
final class ProfileSteps {
    private final int most;
    private final Consumer<String> told;
    private int begun;

    /** @param most workloads there may be; those that would take too long are left out */
    ProfileSteps(int most, Consumer<String> told) {
        this.most = most;
        this.told = told;
    }

    Stopwatch before(Stopwatch watch) {
        return (workload, threads) -> {
            begun++;
            told.accept("%s %s %d%s (%d of at most %d)"
                    .formatted(
                            workload.name(),
                            workload.dtype().name().toLowerCase(Locale.ROOT),
                            workload.size(),
                            threads == 1 ? "" : " on %d threads".formatted(threads),
                            begun,
                            most));
            return watch.time(workload, threads);
        };
    }
}
