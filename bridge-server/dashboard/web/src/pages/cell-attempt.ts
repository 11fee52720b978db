import type { Attempt, RunTarget } from '../api/types';
import { h, type Markup } from '../dom/h';
import { remedies, withCode } from '../widgets/states';
import { elapsed, millis } from '../words/format';
import { shapes } from '../words/shapes';
import { sharedWords } from '../words/shared';
import { gapsPart } from './cell-gaps';

/** An attempt: what came of it, and what to do where it failed. */
export function attemptPart(attempt: Attempt, targets: readonly RunTarget[]): Markup {
  const fine = attempt.error === null;
  const target = targets.find((one) => one.id === attempt.target);
  const took = attempt.durationMs < 1000 ? millis(attempt.durationMs) : elapsed(attempt.durationMs);
  return h(
    'section',
    { class: `attempt ${fine ? 'ok' : 'no'}` },
    h('h4', null, `${fine ? '✓' : '✗'} ${attempt.backend}: ${attempt.outcome.toLowerCase().replaceAll('_', ' ')}`, (attempt.retry ?? 0) > 0 && h('span', { class: 'soft' }, ` retry ${attempt.retry}`), h('span', { class: 'soft' }, ` after ${took}`)),
    target !== undefined && h('p', { class: 'soft' }, `${target.browser === null ? 'native' : `${target.browser.name} ${target.browser.version}`}, ${target.engine.name} ${target.engine.version}, ${fine ? '' : 'asked for '}${target.deviceType.toLowerCase()}${target.software === true ? ' (software)' : ''}`),
    attempt.measuredIn != null && h('p', { class: 'soft' }, sharedWords(attempt.measuredIn)),
    attempt.outputs != null && h('p', { class: 'soft' }, `outputs: ${shapes(attempt.outputs)}`),
    attempt.error !== null && [
      h('p', { class: 'error-text' }, withCode(attempt.error.message)),
      remedies(attempt.error),
      h('p', { class: 'soft' }, h('code', null, attempt.error.code), ` ${attempt.error.severity.toLowerCase()}, ${attempt.error.category}`),
    ],
    gapsPart(attempt.reasons),
  );
}
