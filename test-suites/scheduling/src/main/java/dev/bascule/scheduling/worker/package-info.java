/** Machines that do jobs, as the scheduler sees them. Pure values. */
@NullMarked
package dev.bascule.scheduling.worker;

import org.jspecify.annotations.NullMarked;
