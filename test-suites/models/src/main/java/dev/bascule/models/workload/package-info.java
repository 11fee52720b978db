/** What a workload needs and what suits it: memory by estimate, batch by search, precision by conversion. Pure but for the readers. */
@org.jspecify.annotations.NullMarked
package dev.bascule.models.workload;
