/** What was simulated before it was run, held against real runs. Pure. */
@NullMarked
package dev.bascule.scheduling.simulate.forecast;

import org.jspecify.annotations.NullMarked;
