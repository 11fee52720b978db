/** Processes that Bascule starts of itself: how they are started, bounded, asked and ended. */
@NullMarked
package dev.bascule.fallback.process;

import org.jspecify.annotations.NullMarked;
