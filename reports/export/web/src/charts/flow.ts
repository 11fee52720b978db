import { use } from 'echarts/core';
import { SankeyChart } from 'echarts/charts';
import { TooltipComponent } from 'echarts/components';
import { escaped, FONT, tooltip } from './axes';
import type { Chart } from './chart';
import type { FlowData } from './data';
import { whole } from './format';
import { colorOf, type Theme } from './theme';

use([SankeyChart, TooltipComponent]);

/** Left what was expected, right what ran: a band as broad as there are cells. */
export function flowChart(data: FlowData, theme: Theme, width: number): Chart {
  const left = [...new Set(data.flows.map((flow) => flow.from))];
  const right = [...new Set(data.flows.map((flow) => flow.to))];
  const tones = { kept: colorOf(theme, 2), fell: colorOf(theme, 4), failed: colorOf(theme, 1), none: theme.soft } as const;
  const room = width < 560 ? 96 : 150;
  // A name may stand on both sides; a space that nobody sees keeps the two apart.
  const end = (name: string): string => `${name}\u200b`;
  return {
    height: Math.max(120, Math.max(left.length, right.length) * 54 + 20),
    label: `From the backend expected to the one that ran. ${data.flows.map((flow) => `${flow.from} to ${flow.to}: ${whole(flow.count)}`).join('; ')}`,
    option: {
      tooltip: { ...tooltip(theme), trigger: 'item' },
      series: [
        {
          type: 'sankey',
          left: room,
          right: room,
          top: 10,
          bottom: 10,
          nodeWidth: 12,
          nodeGap: 18,
          draggable: false,
          layoutIterations: 0,
          emphasis: { focus: 'adjacency' },
          label: {
            color: theme.ink,
            fontSize: 12,
            fontFamily: FONT,
            formatter: ({ name, value }: { name: string; value: number }) => `${name} (${whole(value)})`,
          },
          data: [
            ...left.map((name) => ({ name, itemStyle: { color: theme.soft }, label: { position: 'left' } })),
            ...right.map((name) => ({ name: end(name), itemStyle: { color: theme.soft }, label: { position: 'right' } })),
          ],
          links: data.flows.map((flow) => ({
            source: flow.from,
            target: end(flow.to),
            value: flow.count,
            lineStyle: { color: tones[flow.tone], opacity: flow.tone === 'none' ? 0.3 : 0.55, curveness: 0.5 },
          })),
          tooltip: {
            formatter: ({ data: hit }: { data: { source?: string; target?: string; name?: string; value?: number } }) =>
              hit.source === undefined
                ? escaped(hit.name ?? '')
                : `${escaped(hit.source)} → ${escaped(hit.target ?? '')}: ${whole(hit.value ?? 0)} ${hit.value === 1 ? 'cell' : 'cells'}`,
          },
        },
      ],
    },
  };
}
