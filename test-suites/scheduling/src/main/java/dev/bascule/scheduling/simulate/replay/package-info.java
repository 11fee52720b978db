/** A real run, simulated again from its record and held to it. Pure. */
@NullMarked
package dev.bascule.scheduling.simulate.replay;

import org.jspecify.annotations.NullMarked;
