import { describe, expect, it } from 'vitest';
import { DARK, LIGHT, SYMBOLS } from '../src/charts/theme';
import { VISIONS, contrast, distance, type Vision } from './color-vision';

const ENOUGH = 0.09;

function nearest(colors: readonly string[], vision: Vision): number {
  const distances = colors.flatMap((one, i) => colors.slice(i + 1).map((other) => distance(one, other, vision)));
  return Math.min(...distances);
}

describe.each([
  ['light', LIGHT],
  ['dark', DARK],
])('the %s theme', (_, theme) => {
  it.each(Object.keys(VISIONS) as Vision[])('keeps its series apart to %s', (vision) => {
    expect(nearest(theme.series, vision)).toBeGreaterThan(ENOUGH);
  });

  it('draws series and words with the contrast that WCAG asks of each', () => {
    theme.series.forEach((color) => expect(contrast(color, theme.card)).toBeGreaterThanOrEqual(3));
    expect(contrast(theme.ink, theme.card)).toBeGreaterThanOrEqual(7);
    expect(contrast(theme.soft, theme.card)).toBeGreaterThanOrEqual(4.5);
  });

  it('has a shape for each colour', () => {
    expect(new Set(SYMBOLS).size).toBe(theme.series.length);
  });
});

it('a palette of red and green is noticed', () => {
  expect(nearest(['#d55e00', '#a2881a'], 'usual')).toBeGreaterThan(ENOUGH);
  expect(nearest(['#d55e00', '#a2881a'], 'deuteranopia')).toBeLessThan(ENOUGH);
});
