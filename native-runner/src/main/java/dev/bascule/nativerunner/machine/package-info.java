/** This machine: what it is, and what else it is doing. */
@NullMarked
package dev.bascule.nativerunner.machine;

import org.jspecify.annotations.NullMarked;
