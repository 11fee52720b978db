import type { Evidence, RunMachine, RunTarget } from '../api/types';
import { h, type Child, type Markup } from '../dom/h';
import { facts, table } from '../widgets/table';
import { bytes, count, whole } from '../words/format';
import { proofOf } from '../words/verdicts';

const GROUPS: readonly (readonly [prefix: RegExp, title: string])[] = [
  [/^adapter\./, 'The adapter'],
  [/^browser\./, 'The browser, asked by the host'],
  [/^(pipeline\.|input )/, 'Inputs, and the model’s pipeline in each browser of the run'],
];

/** What shows where it really ran. */
export function evidencePart(evidence: Evidence, target: RunTarget | undefined): Child[] {
  const proof = proofOf(evidence.class);
  const nodes = Object.entries(evidence.nodes);
  const why = (name: string): string => evidence.reasons[name] ?? 'unknown';
  return [
    h('h3', null, 'Evidence'),
    h('p', null, `${proof.sign} ${proof.words}.`),
    h(
      'ol',
      { class: 'steps' },
      step('Requested', evidence.requested),
      step('Granted', evidence.granted ?? why('granted')),
      step('Proven', evidence.proven ?? why('proven')),
    ),
    nodes.length > 0 && table('Graph nodes by backend', [
      { head: 'Backend', cell: ([name]: [string, number]) => name, names: true },
      { head: 'Nodes', cell: ([, n]) => whole(n), figure: true },
    ], nodes),
    facts([
      ['WebNN partitions', evidence.partitions],
      ['Device', evidence.deviceType?.toLowerCase()],
      ['Software', evidence.software === null ? evidence.reasons['software'] : evidence.software ? 'yes: emulated, no acceleration' : 'no'],
    ]),
    evidence.notes.length > 0 && h('ul', null, evidence.notes.map((note) => h('li', null, note))),
    rawFacts({ ...evidence.facts, ...Object.fromEntries(Object.entries(target?.adapter ?? {}).map(([name, value]) => [`adapter.${name}`, value])) }),
  ];
}

/** What else was read, under the names that whoever told it gave it. */
function rawFacts(all: Readonly<Record<string, string>>): Child {
  const entries = Object.entries(all);
  const groups = new Map<string, (readonly [string, string])[]>();
  entries.forEach(([name, value]) => {
    const title = GROUPS.find(([prefix]) => prefix.test(name))?.[1] ?? 'The page and its engine';
    groups.set(title, [...(groups.get(title) ?? []), [name, value]]);
  });
  return (
    entries.length > 0 &&
    h('details', { class: 'raw' }, h('summary', null, `${count(entries.length, 'fact')} about device, browser and page`), [...groups].map(([title, group]) => [h('h4', null, title), facts(group)]))
  );
}

function step(name: string, value: string): Markup {
  return h('li', null, h('span', { class: 'soft' }, name), h('strong', null, value));
}

export function machinePart(machine: RunMachine): Markup {
  return h(
    'details',
    { class: 'raw' },
    h('summary', null, `Machine ${machine.fingerprint.slice(0, 8)}: ${machine.cpu.name}`),
    facts([
      ['System', machine.os],
      ['Cores', machine.cpu.cores],
      ['Memory', machine.memoryBytes === null ? machine.reasons?.['memoryBytes'] : bytes(machine.memoryBytes)],
      ['GPUs', machine.gpus.length === 0 ? (machine.reasons?.['gpus'] ?? 'none found') : machine.gpus.map((gpu) => `${gpu.name}${gpu.software ? ' (software)' : ''}`).join(', ')],
      ...Object.entries(machine.state?.software ?? {}),
    ]),
  );
}
