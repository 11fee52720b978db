package dev.bascule.studies.pool;

/**
 * One replica of a pool.
 *
 * @param model that it answers for
 * @param target where it runs, for people
 * @param number among those of its model, from 0 on
 * @param plannedBytes of memory: what it counts with until it was measured
 */
public record PoolSlot(String model, String target, int number, long plannedBytes, PoolReplica replica) {}
