/** Runs that begin by the clock. */
@NullMarked
package dev.bascule.bridge.dashboard.schedule;

import org.jspecify.annotations.NullMarked;
