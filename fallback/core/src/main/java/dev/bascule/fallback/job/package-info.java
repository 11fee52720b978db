/** What is asked of a runner and what it answers: jobs, blocks, packs, pipelines, streams, faults. */
@NullMarked
package dev.bascule.fallback.job;

import org.jspecify.annotations.NullMarked;
