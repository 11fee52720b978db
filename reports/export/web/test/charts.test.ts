import { readFileSync } from 'node:fs';
import { init } from 'echarts/core';
import { describe, expect, it } from 'vitest';
import { chartOf, cumulativeChart, type ChartData, type DistributionData } from '../src/charts';
import { DARK, LIGHT, type Theme } from '../src/charts/theme';

/** What the Java side wrote of the showcase run: `ChartContractTest` holds it to that. */
const SHOWCASE = JSON.parse(readFileSync(new URL('showcase-charts.json', import.meta.url), 'utf8')) as Record<string, ChartData>;

/** Kinds that the showcase has none of, and samples with one far off. */
const OTHERS: readonly ChartData[] = [
  {
    kind: 'trend',
    points: [
      { at: 1_760_000_000_000, value: 4, ends: [3.9, 4.1] },
      { at: 1_760_100_000_000, value: 6, label: 'Chrome 154' },
    ],
    changes: [1],
  },
  {
    kind: 'samples',
    warmUp: [90],
    measured: [1, 1.1, 1.2, 86, 1.15],
    median: 1.15,
  },
  {
    kind: 'steps',
    rows: [
      { label: 'wasm, Chrome 153', total: 58.1, decode: 1.5, features: 54, upload: 0.25, inference: 2 },
      { label: 'native cpu', total: 5.7, features: 0.5, inference: 5, postProcessing: 0.1 },
    ],
  },
  {
    kind: 'curve',
    quantity: 'throughput',
    unit: 'inferences/s',
    points: [
      { batch: 1, value: 100, ends: [95, 105] },
      { batch: 2, value: 190 },
    ],
    chosen: 2,
  },
  {
    kind: 'lines',
    name: 'Loss',
    over: 'step',
    unit: '1',
    log: true,
    lines: [
      { label: 'wasm <b>', points: [[1, 2.3], [2, 1.1]] },
      { label: 'cpu', points: [] },
    ],
  },
  {
    kind: 'ratios',
    base: 'no optimization',
    rows: [
      { label: 'basic', ratio: 0.5, ends: [0.4, 0.6] },
      { label: 'all', ratio: 2, beside: 'error 0.1' },
    ],
  },
  {
    kind: 'front',
    x: { name: 'bytes of the file', unit: 'bytes' },
    y: { name: 'lost accuracy', unit: 'points' },
    points: [
      { label: 'unquantised', x: 26_000, y: 0, role: 'original' },
      { label: 'int4 <b>', x: 6_600, y: 0.2, yEnds: [-0.9, 0.9], role: 'front' },
      { label: 'palette4', x: 8_800, y: 0.5, role: 'dominated' },
      { label: 'fast', x: 8_000, xEnds: [7_000, 9_000], y: -1, yEnds: [-2, 0.5], role: 'flagged' },
    ],
  },
  {
    kind: 'bars',
    name: 'Bytes of weights',
    unit: 'bytes',
    series: ['before', 'after'],
    rows: [
      { label: 'conv1.weight', values: { before: 576, after: 144 } },
      { label: 'dense.weight', values: { before: 1024 } },
    ],
  },
  { kind: 'histogram', name: 'conv1.weight', low: -1, high: 1, before: [1, 5, 9, 2], after: [0, 8, 9, 0] },
];

function draw(data: ChartData, theme: Theme, width: number): string {
  const chart = chartOf(data, theme, width);
  const drawn = init(null, null, { renderer: 'svg', ssr: true, width, height: chart.height });
  drawn.setOption({ animation: false, ...chart.option });
  const svg = drawn.renderToSVGString();
  drawn.dispose();
  return svg;
}

/** The first of each kind that the showcase has, and all the others. */
const EACH = [...Object.values(SHOWCASE).filter((data, i, all) => all.findIndex((other) => other.kind === data.kind) === i), ...OTHERS];

describe.each(EACH.map((data) => [data.kind, data] as const))('%s', (_, data) => {
  it.each([320, 1000])('is drawn %i pixels wide, in both themes, without a hole', (width) => {
    for (const theme of [LIGHT, DARK]) {
      const svg = draw(data, theme, width);
      expect(svg).toMatch(/<path|<circle|<rect/);
      expect(svg).not.toMatch(/NaN|Infinity|undefined/);
    }
  });

  it('says in words what it shows', () => {
    const { label } = chartOf(data, LIGHT, 800);
    expect(label.length).toBeGreaterThan(20);
    expect(label).not.toMatch(/NaN|undefined/);
  });
});

it('every kind of chart is among the tested', () => {
  expect([...new Set(EACH.map((data) => data.kind))].sort()).toEqual(['bars', 'curve', 'distribution', 'flow', 'front', 'histogram', 'lines', 'memory', 'phases', 'ratios', 'samples', 'series', 'steps', 'trend']);
});

it('what was not read is drawn as nothing, never as 0', () => {
  const chart = chartOf({ kind: 'memory', rows: [{ label: 'a', peak: 10, after: 5 }, { label: 'b', peak: 20 }] }, LIGHT, 800);
  const series = chart.option['series'] as { data: (number | null)[] }[];
  expect(series[1]?.data).toEqual([5, null]);
  expect(chart.label).toContain('b: peak 20 B');
  const { valueFormatter } = chart.option['tooltip'] as { valueFormatter: (value: number | null) => string };
  expect([valueFormatter(null), valueFormatter(20)]).toEqual(['not read', '20 B']);
});

it('a step that is not told apart is no bar, and the words name no time for it', () => {
  const chart = chartOf(
    {
      kind: 'steps',
      rows: [
        { label: 'a', total: 3, features: 1, inference: 2 },
        { label: 'b', inference: 4 },
      ],
    },
    LIGHT,
    800,
  );
  const series = chart.option['series'] as { name: string; data: (number | null)[] }[];
  expect(series.map(({ name, data }) => [name, data])).toEqual([
    ['features', [1, null]],
    ['inference', [2, 4]],
  ]);
  expect(chart.label).toContain('a, 3.00 ms in all: features 1.00 ms, inference 2.00 ms; b: inference 4.00 ms');
  const { formatter } = chart.option['tooltip'] as { formatter: (points: [{ dataIndex: number }]) => string };
  expect(formatter([{ dataIndex: 1 }])).toContain('features: not told apart');
});

it('an axis of equal factors says so, and one of equal steps begins at 0', () => {
  const of = (...samples: number[]): Record<string, unknown> =>
    chartOf({ kind: 'distribution', rows: [{ label: 'a', samples, median: 2 }] }, LIGHT, 800).option['xAxis'] as Record<string, unknown>;
  expect(of(1, 2, 100)).toMatchObject({ type: 'log', name: 'logarithmic' });
  expect(of(1, 2, 3)).toMatchObject({ type: 'value', name: '', min: 0 });
  expect(draw({ kind: 'samples', warmUp: [], measured: [1, 1.2, 90], median: 1.2 }, LIGHT, 800)).toContain('logarithmic');
});

it('more samples than a browser draws at ease are drawn in part, which the chart says', () => {
  const measured = Array.from({ length: 150_000 }, (_, i) => 1 + (i % 10) / 10);
  measured[99_999] = 8;
  const chart = chartOf({ kind: 'samples', warmUp: [], measured, median: 1.4 }, LIGHT, 800);
  const series = chart.option['series'] as { data: [number, number][] }[];
  expect(series[1]?.data.length).toBeLessThan(2_100);
  expect(series[1]?.data).toContainEqual([100_000, 8]);
  expect((chart.option['xAxis'] as { name: string }[])[0]?.name).toMatch(/of 150\u00a0000 drawn/);
  expect(chart.label).toContain('150\u00a0000 samples');
  expect(chartOf({ kind: 'distribution', rows: [{ label: 'a', samples: measured, median: 1.4 }] }, LIGHT, 800).label).toContain('a: median');
});

it('a flow has its count on paper too, where there are no tooltips', () => {
  const flows = [{ from: 'webgpu', to: 'wasm', count: 1234, tone: 'fell' }] as const;
  expect(draw({ kind: 'flow', flows }, LIGHT, 800)).toContain('webgpu (1\u00a0234)');
});

it('a narrow place has whole figures and leaves the interval to the picture', () => {
  const data = { kind: 'ratios', base: 'native CPU', rows: [{ label: 'a', ratio: 1164, ends: [975, 1390] }] } as const;
  expect(draw(data, LIGHT, 1000)).toContain('×1\u00a0164 (975');
  expect(draw(data, LIGHT, 330)).toContain('>×1\u00a0164<');
  expect(chartOf(data, LIGHT, 330).label).toContain('975–1\u00a0390');
});

it('a narrow place keeps a good third of its width for the picture of ratios', () => {
  const rows = [{ label: 'mnist, wasm in Chrome Headless Shell', ratio: 1.06, ends: [0.5, 2.3], beside: 'no difference shown' }] as const;
  const data = { kind: 'ratios', base: 'baseline', rows } as const;
  const { left, right } = chartOf(data, LIGHT, 300).option['grid'] as { left: number; right: number };
  expect(300 - left - right).toBeGreaterThan(100);
  expect(draw(data, LIGHT, 300)).toContain('>×1.06<');
  expect(draw(data, LIGHT, 1000)).toContain('×1.06 (0.500–2.30), no difference shown');
});

it('a narrow place gives samples its width, and the words beneath them as many lines as they are', () => {
  const measured = Array.from({ length: 3_000 }, (_, i) => 10 + (i % 7));
  measured[1_500] = 9_000;
  const data = { kind: 'samples', warmUp: [20, 15], measured, median: 13 } as const;
  const xs = [...draw(data, LIGHT, 360).matchAll(/<path d="[^"]*" transform="matrix\([^)]*?,(\d[\d.]*),[\d.]+\)"/g)].map(([, x]) => Number(x));
  expect(xs.length).toBeGreaterThan(1_000);
  expect(Math.max(...xs) - Math.min(...xs)).toBeGreaterThan(240);
  expect((chartOf(data, LIGHT, 360).option['xAxis'] as { name: string }[])[0]?.name.split('\n')).toHaveLength(3);
  expect(draw(data, LIGHT, 1000)).toContain('drawn; logarithmic');
});

it('names from outside are text in tooltips', () => {
  const data: DistributionData = { kind: 'distribution', rows: [{ label: '<img src=x>', samples: [1, 2, 3], median: 2 }] };
  const series = chartOf(data, LIGHT, 800).option['series'] as { tooltip: { formatter: (point: { dataIndex: number }) => string } }[];
  expect(series[0]?.tooltip.formatter({ dataIndex: 0 })).not.toContain('<img');
});

it('cumulative shares end at the whole', () => {
  const data: DistributionData = { kind: 'distribution', rows: [{ label: 'a', samples: [3, 1, 2], median: 2 }] };
  const series = cumulativeChart(data, LIGHT).option['series'] as { data: [number, number][] }[];
  expect(series[0]?.data.map(([value]) => value)).toEqual([1, 2, 3]);
  expect(series[0]?.data.at(-1)?.[1]).toBe(1);
  const many = cumulativeChart({ kind: 'distribution', rows: [{ label: 'a', samples: Array.from({ length: 777 }, (_, i) => (i % 50) + 1), median: 2 }] }, LIGHT);
  expect((many.option['series'] as { data: [number, number][] }[])[0]?.data.at(-1)).toEqual([50, 1]);
});

it('a flagged point is never drawn as front, and only what is front is', () => {
  const data = OTHERS.find((each) => each.kind === 'front') as Extract<ChartData, { kind: 'front' }>;
  const series = chartOf(data, LIGHT, 800).option['series'] as { name?: string; symbol?: string; data: { name: string }[] }[];
  const drawn = (name: string): string[] | undefined => series.find((each) => each.name === name)?.data.map((point) => point.name);
  expect(drawn('front')).toEqual(['int4 <b>']);
  expect(drawn('flagged, never advised')).toEqual(['fast']);
  expect(series.find((each) => each.name === 'flagged, never advised')?.symbol).toMatch(/^path:/);
  const { formatter } = chartOf(data, LIGHT, 800).option['tooltip'] as { formatter: (point: { seriesName: string; dataIndex: number }) => string };
  expect(formatter({ seriesName: 'front', dataIndex: 0 })).toContain('int4 &#60;b&#62;');
});

it('a bar that was not measured is none, and no bar of 0', () => {
  const data = OTHERS.find((each) => each.kind === 'bars') as Extract<ChartData, { kind: 'bars' }>;
  const chart = chartOf(data, LIGHT, 800);
  expect((chart.option['series'] as { data: (number | null)[] }[])[1]?.data).toEqual([144, null]);
  expect(chart.label).toContain('dense.weight: before 1.02 kB, after not measured');
});
