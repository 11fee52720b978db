// Pieces that the charts share.
import type { Theme } from './theme';

export const FONT = 'system-ui, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif';

/** The words' style. */
export function text(theme: Theme, size = 12): { color: string; fontSize: number; fontFamily: string } {
  return { color: theme.soft, fontSize: size, fontFamily: FONT };
}

/** An axis of values; where equal steps are equal factors it says so. */
export function values(theme: Theme, label: (value: number) => string, log: boolean) {
  return {
    type: log ? 'log' : 'value',
    name: log ? 'logarithmic' : '',
    nameLocation: 'middle',
    nameGap: 20,
    nameTextStyle: text(theme, 11),
    axisLabel: { ...text(theme, 11), formatter: label, hideOverlap: true },
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { lineStyle: { color: theme.line } },
    minorSplitLine: { show: false },
    splitNumber: 4,
  };
}

/** An axis of names, the first on top, cut where a narrow page has no room for them. */
export function names(theme: Theme, labels: readonly string[], width: number): object {
  return {
    type: 'category',
    inverse: true,
    data: labels,
    axisLabel: {
      ...text(theme),
      color: theme.ink,
      interval: 0,
      formatter: twoLines,
      rich: {
        name: { ...text(theme), color: theme.ink, align: 'right', lineHeight: 15, width: nameWidth(labels, width), overflow: 'truncate' },
        where: { ...text(theme, 11), align: 'right', lineHeight: 14, width: nameWidth(labels, width), overflow: 'truncate' },
      },
    },
    axisLine: { lineStyle: { color: theme.line } },
    axisTick: { show: false },
  };
}

/** What runs on one line, where it runs beneath: `webnn cpu, Firefox 153`. */
function twoLines(label: string): string {
  const [name, ...where] = label.split(', ');
  return where.length === 0 ? `{name|${name}}` : `{name|${name}}\n{where|${where.join(', ')}}`;
}

/** Room for the names: what they need, and no more than a good third of the page. */
export function nameWidth(labels: readonly string[], width: number): number {
  const longest = Math.max(...labels.flatMap((label) => label.split(', ').map((line) => line.length)));
  return Math.min(longest * 6.6 + 6, Math.max(84, width * 0.36));
}

export function tooltip(theme: Theme): object {
  return {
    confine: true,
    backgroundColor: theme.card,
    borderColor: theme.line,
    textStyle: { color: theme.ink, fontSize: 12, fontFamily: FONT },
    extraCssText: 'box-shadow:0 2px 8px rgb(0 0 0 / .18)',
  };
}

export function legend(theme: Theme): object {
  return { top: 0, left: 0, itemWidth: 16, itemHeight: 10, itemGap: 14, textStyle: text(theme), icon: 'rect', selectedMode: false };
}

/** Text for a tooltip, which ECharts takes as HTML. */
export function escaped(words: string): string {
  return words.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** A pattern for the n-th of several surfaces, so that they are told apart without colour. */
export function decal(theme: Theme, n: number): object | undefined {
  const shapes = [
    undefined,
    { symbol: 'rect', dashArrayX: [1, 0], dashArrayY: [2, 4], rotation: Math.PI / 4 },
    { symbol: 'circle', symbolSize: 0.7, dashArrayX: [[4, 4], [0, 4, 4, 0]], dashArrayY: [4, 0] },
    { symbol: 'rect', dashArrayX: [1, 0], dashArrayY: [2, 4], rotation: -Math.PI / 4 },
    { symbol: 'rect', dashArrayX: [1, 0], dashArrayY: [1, 3], rotation: 0 },
  ];
  const shape = shapes[n % shapes.length];
  return shape === undefined ? undefined : { color: theme.dark ? 'rgba(0,0,0,.35)' : 'rgba(255,255,255,.45)', ...shape };
}
