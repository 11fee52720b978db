import { expect, it } from 'vitest';
import { placeNames } from '../src/charts/place-names';

const PLOT = { left: 0, top: 0, width: 400, height: 300 };

it('a name alone stands beside its mark, on the side that has room', () => {
  expect(placeNames([{ name: 'int8', x: 100, y: 100, first: 0 }, { name: 'int4', x: 390, y: 200, first: 0 }], PLOT)).toEqual([
    { left: false, down: 0 },
    { left: true, down: 0 },
  ]);
});

it('names of marks in one place make room for each other, and for a line', () => {
  const marks = ['float16', 'int8-channel', 'hybrid', 'palette4'].map((name) => ({ name, x: 100, y: 150, first: 1 }));
  const places = placeNames(marks, PLOT, 150);
  expect(new Set(places.map((place) => `${place?.left} ${place?.down}`)).size).toBe(4);
  expect(places.every((place) => place !== undefined && place.down !== 0)).toBe(true);
});

it('a name that finds no room is left out, never the first ones', () => {
  const marks = Array.from({ length: 60 }, (_, i) => ({ name: `variant-${i}`, x: 200, y: 150, first: i === 59 ? 0 : 1 }));
  const places = placeNames(marks, PLOT);
  expect(places.some((place) => place === undefined)).toBe(true);
  expect(places[59]).toBeDefined();
});
