/** Jobs, and what they ask of a machine. Pure values. */
@NullMarked
package dev.bascule.scheduling.job;

import org.jspecify.annotations.NullMarked;
