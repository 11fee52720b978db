/** Processes that launchers start, and how not one of them, nor a profile folder, is left behind. */
@NullMarked
package dev.bascule.bridge.process;

import org.jspecify.annotations.NullMarked;
