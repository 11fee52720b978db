/** The life of one job: fetch, create, first inference, timed blocks, evidence, result. */
@NullMarked
package dev.bascule.nativerunner.job;

import org.jspecify.annotations.NullMarked;
