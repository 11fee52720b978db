/** What a run's cells come to for someone who has to choose where a model is to run. */
@NullMarked
package dev.bascule.reports.advice;

import org.jspecify.annotations.NullMarked;
