/** A machine that does jobs of a coordinator. */
@NullMarked
package dev.bascule.workers.worker;

import org.jspecify.annotations.NullMarked;
