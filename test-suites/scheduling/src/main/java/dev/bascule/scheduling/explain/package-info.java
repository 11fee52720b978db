/** Why a job waits, and where it will go. Pure. */
@NullMarked
package dev.bascule.scheduling.explain;

import org.jspecify.annotations.NullMarked;
