/** Smaller models of one, measured beside it on every target: answers, times, bytes, and where each node ran. */
@NullMarked
package dev.bascule.studies.quantization;

import org.jspecify.annotations.NullMarked;
