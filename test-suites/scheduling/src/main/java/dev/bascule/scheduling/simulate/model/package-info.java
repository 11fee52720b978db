/** What is simulated: machines, work, and how long it takes. Each parameter says whether it was measured or assumed. Pure values. */
@NullMarked
package dev.bascule.scheduling.simulate.model;

import org.jspecify.annotations.NullMarked;
