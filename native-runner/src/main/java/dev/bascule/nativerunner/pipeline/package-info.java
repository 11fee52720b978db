/** Input pipelines, by the formulas of {@code browser-runtime/PIPELINES.md}, which the page follows too. */
@NullMarked
package dev.bascule.nativerunner.pipeline;

import org.jspecify.annotations.NullMarked;
