/** Whose turn it is to measure on this machine. */
@NullMarked
package dev.bascule.suites.machine;

import org.jspecify.annotations.NullMarked;
