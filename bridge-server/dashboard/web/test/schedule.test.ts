import { expect, it } from 'vitest';
import { cronWords, PRESETS } from '../src/state/cron';
import { modules } from '../src/widgets/qr';

it('times that are offered are told in their words, however they are spaced', () => {
  expect(cronWords(' 30  2 * * 1-5')).toBe('on workdays at 02:30');
  expect(cronWords('31 2 * * 1-5')).toBeUndefined();
  expect(PRESETS.every(({ cron }) => cron.split(' ').length === 5)).toBe(true);
});

it('each run of dark modules is drawn where it stands, with room around the code', () => {
  expect(modules(['##.#', '....'])).toBe('M4 4h2v1h-2zM7 4h1v1h-1z');
});
