import { h, type Markup } from '../dom/h';
import { facts } from '../widgets/table';

/** What the record's fields hold, for whom a field's name says nothing. */
const FIELDS: Readonly<Record<string, string>> = {
  comparison: 'comparison with native',
  numerics: 'check of the outputs',
  timing: 'times',
  endToEnd: 'time from a file to the outputs',
  usage: 'what it cost the machine',
  outputs: 'shapes of the outputs',
  actual: 'where it ran',
  fallbackCost: 'cost of the fallback',
  'memory.afterBytes': 'memory after release',
  'phases.fetchMs': 'time to fetch the model',
  'phases.createMs': 'time to create the session',
  'phases.firstMs': 'first inference',
  'phases.disposeMs': 'time to release the session',
};

/** What is not known and why, each reason once; nothing where all is known. */
export function gapsPart(reasons: Readonly<Record<string, string>>): Markup | null {
  const names = Object.keys(reasons);
  return names.length === 0
    ? null
    : h('details', { class: 'raw' }, h('summary', null, 'What is not known, and why'), facts([...byReason(reasons)].map(([why, what]) => [why, what.join(', ')] as const)));
}

export function byReason(reasons: Readonly<Record<string, string>>): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  Object.entries(reasons).forEach(([name, why]) => groups.set(why, [...(groups.get(why) ?? []), FIELDS[name] ?? name]));
  return groups;
}
