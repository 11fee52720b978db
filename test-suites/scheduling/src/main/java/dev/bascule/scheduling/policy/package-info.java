/** Ways to place jobs on workers. Pure. */
@NullMarked
package dev.bascule.scheduling.policy;

import org.jspecify.annotations.NullMarked;
