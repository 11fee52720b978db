/** The host's side of training by PyTorch: its child is started, asked step by step, and believed only in what can be. */
@NullMarked
package dev.bascule.nativerunner.train;

import org.jspecify.annotations.NullMarked;
