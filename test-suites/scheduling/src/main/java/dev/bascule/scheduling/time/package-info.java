/** How long a job takes on a worker, as far as it is known. Pure values. */
@NullMarked
package dev.bascule.scheduling.time;

import org.jspecify.annotations.NullMarked;
