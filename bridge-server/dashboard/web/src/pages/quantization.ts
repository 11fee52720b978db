// What a command made of a model: what to take, variants, and what each is worth on each target, as quantization.html tells it.
import type { Quantization, QuantizationVariant } from '../api/types';
import { shown, useAnswer } from '../app/hooks';
import type { PageProps } from '../app/view';
import { commandLine } from '../dom/copy';
import { h, type Child, type Markup } from '../dom/h';
import { facts, table, type Column } from '../widgets/table';
import { dateTime, percent, whole } from '../words/format';
import { storeOption } from '../words/shell';
import { layers } from './quantization-layers';
import { target } from './quantization-target';

export function QuantizationPage({ context, id }: PageProps & { readonly id: string }): Markup {
  const { api, session } = context;
  const answer = useAnswer((signal) => api.get<Quantization>(`/quantizations/${encodeURIComponent(id)}`, {}, signal), [id]);
  return h(
    'div',
    null,
    shown(answer, 'the quantisation', (quantization) => [
      head(quantization),
      warnings(quantization),
      h('h2', null, 'What to take'),
      advice(quantization),
      h('h2', null, 'Variants'),
      variants(quantization),
      quantization.targets.map((each) => h('section', { key: each.target, 'aria-label': each.target }, target(each))),
      layers(quantization.variants),
      quantization.notes.map((note) => h('p', { class: 'soft' }, note)),
      h('h2', null, 'The same from the command line'),
      commandLine(`bascule history${storeOption(session.current?.store)}`),
    ]),
  );
}

export function head({ id, at, product, machine, model, data, budget, seed, imported }: Quantization): Markup {
  return facts([
    ['Quantisation', h('span', null, h('code', { class: 'whole' }, id), imported && h('span', { class: 'chip none below' }, 'imported'))],
    ['When', h('time', { datetime: at }, dateTime(at))],
    ['Model', h('span', null, model.name, h('span', { class: 'soft below' }, 'SHA-256 ', h('code', null, model.sha256)))],
    ['Data', h('span', { title: data.sha256 }, `${data.name}: ${whole(data.judging)} judge${data.chance === null ? '' : `, ${percent(data.chance)} by chance`}, ${whole(data.calibrating)} others calibrate`)],
    ['Budget', budget],
    ['Seed', String(seed)],
    ['Machine', h('code', null, machine)],
    ['Bascule', product],
  ]);
}

function warnings({ flags, interrupted }: Quantization): Child {
  return [interrupted && h('p', { class: 'notice' }, 'Stopped before all variants were measured.'), flags.map((flag) => h('p', { class: 'notice' }, h('span', { class: 'chip bad' }, 'flagged'), ' ', flag))];
}

export function advice({ targets }: Quantization): Child {
  return targets.length === 0
    ? h('p', null, 'Nothing was measured.')
    : targets.map(({ target: name, advice: { sentences } }) => h('div', { key: name }, h('h3', null, name), sentences.map((sentence) => h('p', null, sentence))));
}

export function variants({ variants: all }: Quantization): Markup {
  return table('Variants', VARIANTS, all, { keyOf: ({ name }) => name });
}

const VARIANTS: readonly Column<QuantizationVariant>[] = [
  { head: 'Variant', cell: ({ name, maker }) => [name, maker !== null && h('span', { class: 'soft below' }, maker)], names: true },
  { head: 'Bytes', cell: ({ file }) => (file === null ? '–' : whole(file.bytes)), figure: true },
  { head: 'Deflated', cell: ({ file }) => (file === null ? '–' : whole(file.deflated)), figure: true },
  { head: 'SHA-256', cell: ({ file }) => (file === null ? '–' : h('code', { title: file.sha256 }, file.sha256.slice(0, 12))) },
  {
    head: 'What was done',
    cell: ({ summary, file, refused, flags }) =>
      file === null
        ? [h('span', { class: 'chip none' }, 'not made'), ` ${refused ?? ''}`]
        : [summary, h('code', { class: 'soft below' }, file.recipe), flags.map((flag) => h('span', { class: 'below' }, h('span', { class: 'chip bad' }, 'flagged'), ` ${flag}`))],
  },
];
