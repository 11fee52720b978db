package dev.bascule.studies.replicas;

import dev.bascule.studies.session.Ended;

/**
 * A replica that died or failed. Immutable.
 *
 * @param rank from 0 on
 * @param step in which
 * @param restarted whether it was to be started again
 */
public record Loss(int rank, long step, Ended why, boolean restarted) {}
