/** Runs that were started from the dashboard, and the events that tell of them. */
@NullMarked
package dev.bascule.bridge.dashboard.job;

import org.jspecify.annotations.NullMarked;
