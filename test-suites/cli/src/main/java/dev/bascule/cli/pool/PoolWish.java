package dev.bascule.cli.pool;

import dev.bascule.prediction.pool.PoolLimits;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * What a pool is asked to do.
 *
 * @param memory the most that the processes of all replicas may take; empty for what is free less a reserve
 * @param devices globs of devices that it may use; none for all
 * @param on globs of targets that it may use; none for all
 * @param interval level of the intervals of predictions, as a share
 * @param data files of other machines
 */
record PoolWish(
        List<WantedModel> models,
        PoolLimits limits,
        OptionalLong memory,
        List<String> devices,
        List<String> on,
        double interval,
        List<Path> data) {

    PoolWish {
        models = List.copyOf(models);
        devices = List.copyOf(devices);
        on = List.copyOf(on);
        data = List.copyOf(data);
    }
}
