/** The native child process: its protocol link, its socket, its main. */
@NullMarked
package dev.bascule.nativerunner.child;

import org.jspecify.annotations.NullMarked;
