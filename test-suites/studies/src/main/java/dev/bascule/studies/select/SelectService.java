package dev.bascule.studies.select;

import dev.bascule.execution.service.RunListener;

/** Selects on a machine. Not for concurrent use. */
@FunctionalInterface
public interface SelectService {

    /**
     * Tries candidates until one is surely the best or the budget is over; an interrupted thread gets what there is by then.
     *
     * @param outlooks what is known before
     */
    SelectReport select(SelectRequest request, Outlook.Source outlooks, RunListener listener);
}
