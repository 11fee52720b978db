/** The workers of a pool, and the jobs that wait for them. */
@NullMarked
package dev.bascule.bridge.dashboard.queue;

import org.jspecify.annotations.NullMarked;
