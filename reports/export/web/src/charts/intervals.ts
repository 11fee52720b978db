// Whiskers: an interval drawn over a mark.
import { use } from 'echarts/core';
import { CustomChart } from 'echarts/charts';
import type { Ends } from './data';

use([CustomChart]);

interface Api {
  value(dimension: number): number;
  coord(point: readonly number[]): [number, number];
}

/** A series of whiskers; points are [place, low, high], and the interval lies along the given direction. */
export function whiskers(points: readonly (readonly [place: number, ...ends: Ends])[], color: string, along: 'x' | 'y', thick = 1.5): object {
  return {
    type: 'custom',
    silent: true,
    z: 3,
    data: points,
    encode: along === 'x' ? { x: [1, 2], y: 0 } : { x: 0, y: [1, 2] },
    renderItem: (_: unknown, api: Api) => {
      const at = (value: number): [number, number] => api.coord(along === 'x' ? [value, api.value(0)] : [api.value(0), value]);
      const [low, high] = [at(api.value(1)), at(api.value(2))];
      const cap = along === 'x' ? [0, 4] : [4, 0];
      const line = (from: number[], to: number[]): object => ({
        type: 'line',
        shape: { x1: from[0], y1: from[1], x2: to[0], y2: to[1] },
        style: { stroke: color, lineWidth: thick },
      });
      const ends = [low, high].map(([x, y]) => line([x - (cap[0] as number), y - (cap[1] as number)], [x + (cap[0] as number), y + (cap[1] as number)]));
      return { type: 'group', children: [line(low, high), ...ends] };
    },
  };
}
