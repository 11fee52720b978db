/** Counters and sensors of this machine: readers under parsers that take text and return values. */
@NullMarked
package dev.bascule.nativerunner.usage;

import org.jspecify.annotations.NullMarked;
