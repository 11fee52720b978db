/** What is observed on a case and a target beyond an attempt: visits, leaks of state, memory over many cycles, real time. */
@NullMarked
package dev.bascule.studies.scenario;

import org.jspecify.annotations.NullMarked;
