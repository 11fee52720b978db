/** Forecasts that are made before real runs of a pool, and held to them afterwards. */
@NullMarked
package dev.bascule.benchmark.forecast;

import org.jspecify.annotations.NullMarked;
