/** Starts, watches and kills native child processes. */
@NullMarked
package dev.bascule.nativerunner.launch;

import org.jspecify.annotations.NullMarked;
