/** Warm-up, samples, statistics and interleaved comparison. */
@NullMarked
package dev.bascule.fallback.measure;

import org.jspecify.annotations.NullMarked;
