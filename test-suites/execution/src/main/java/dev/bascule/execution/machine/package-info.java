/** Whose turn it is to measure on this machine. */
@NullMarked
package dev.bascule.execution.machine;

import org.jspecify.annotations.NullMarked;
