import type { SeriesAnalysis } from '../api/types';
import { h, type Child } from '../dom/h';
import { count, dateTime, millis, significant } from '../words/format';
import { lookOf } from '../words/verdicts';

/** Fewer runs than this cannot show a change. */
const FEWEST = 6;

/** What was found in a series; null where it was measured once. */
export function changeWords(found: SeriesAnalysis | null, timed: number): Child {
  const { changes = [], anomalies = [], verdictChanges = [], placeChanges = [] } = found ?? {};
  if (changes.length + anomalies.length + verdictChanges.length + placeChanges.length === 0) {
    return h('p', { class: 'soft' }, timed < FEWEST ? `${count(timed, 'timed run')}: a change of level can be shown from ${FEWEST} on.` : `No change of level is shown in ${count(timed, 'timed run')}.`);
  }
  return h(
    'ul',
    { class: 'sentences', 'aria-label': 'What changed' },
    changes.map((change) => {
      const slower = change.ratio > 1;
      return h(
        'li',
        { class: slower ? 'bad' : 'good' },
        h('span', { 'aria-hidden': 'true' }, slower ? '▼ ' : '▲ '),
        `${slower ? 'Slower' : 'Faster'} on ${change.on} from ${dateTime(change.at)} on: ${millis(change.beforeMs)} → ${millis(change.afterMs)}, ratio ${significant(change.ratio)} (95 %: ${change.ci95.map(significant).join(' – ')}), p ${change.p.toPrecision(2)} by itself, not corrected for other series`,
        change.versions.length > 0 && h('span', { class: 'soft below' }, `Changed there: ${change.versions.map((mark) => `${mark.what} ${mark.before} → ${mark.after}`).join('; ')}`),
      );
    }),
    placeChanges.map((change) => h('li', { class: change.fellBack ? 'fair' : 'none' }, h('span', { 'aria-hidden': 'true' }, '⇄ '), `${dateTime(change.at)}: ${change.sentence}. That is no change of speed.`)),
    verdictChanges.map((change) => h('li', { class: lookOf(change.after).tone }, h('span', { 'aria-hidden': 'true' }, `${lookOf(change.after).sign} `), `${dateTime(change.at)}: ${lookOf(change.before).word} became ${lookOf(change.after).word}`)),
    anomalies.map((anomaly) =>
      h(
        'li',
        { class: 'fair' },
        h('span', { 'aria-hidden': 'true' }, '◆ '),
        `${dateTime(anomaly.at)} is unlike its neighbors: ${millis(anomaly.medianMs)} where ${millis(anomaly.expectedMs)} was to be expected, ${significant(anomaly.deviations)} deviations off${anomaly.disturbed ? '; the machine was busy or throttled' : ''}`,
      ),
    ),
  );
}
