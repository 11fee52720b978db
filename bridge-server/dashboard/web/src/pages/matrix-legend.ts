import { hrefOf } from '../app/router';
import { h, type Markup } from '../dom/h';
import { lookOf } from '../words/verdicts';

/**
 * What the signs and colours of the matrix mean.
 *
 * @param someRuns whether the cells are those of some runs only
 * @param predictions whether predictions are shown
 */
export function legend(someRuns: boolean, predictions: boolean): Markup {
  const verdicts = ['PASS', 'PARTIAL', 'FELL_BACK', 'FLAKY', 'WRONG', 'FAILED', 'CRASHED', 'TIMED_OUT', 'UNSUPPORTED', 'SKIPPED'].map((verdict) => {
    const look = lookOf(verdict);
    return h('span', { class: `chip ${look.tone}` }, `${look.sign} ${look.word}`);
  });
  return h(
    'div',
    { class: 'legend' },
    h('p', null, verdicts, h('span', { class: 'scale' }, 'score ', h('span', { class: 'swatches', 'aria-hidden': 'true' }, [0, 1, 2, 3, 4].map((n) => h('i', { class: `g${n}` }))), ' 0 → 100')),
    h('p', { class: 'soft' }, `Where it ran: ● the engine’s own record, ◐ only an API’s word, ○ nobody said. A dot · is a place where ${someRuns ? 'none of the chosen runs has the model; others may' : 'nobody has run the model yet'}. Times are medians of warm inferences; speeds are against the native CPU of the same machine, with ± half of the 95 % interval or its ends, ≈ where the two were not measured in turn. Imported: measured elsewhere and read from a file; attached: on a device that nobody here could watch. ◎: of a row, the backend whose outputs are nearest to the graph computed in double. Arrow keys move over the cells, Enter opens one.`),
    predictions && h('p', { class: 'soft' }, h('span', null, h('span', { class: 'chip predicted' }, '≈ predicted'), ' Hatched cells were not measured: what a warm inference is expected to take there, and the interval that holds the true time nine times out of ten, where enough is known to say so. They have no verdict and no score, and order nothing. ', h('a', { href: hrefOf({ page: 'predictions' }) }, 'How far such predictions are off'))),
  );
}
