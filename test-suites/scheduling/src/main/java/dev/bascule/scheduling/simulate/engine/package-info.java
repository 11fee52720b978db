/** Jobs, workers and policies on a virtual clock. Reads no real clock; draws from seeds alone. */
@NullMarked
package dev.bascule.scheduling.simulate.engine;

import org.jspecify.annotations.NullMarked;
