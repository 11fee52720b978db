// The two sides of a comparison, in the words of the command line's selectors. Pure.

export interface Sides {
  readonly baseline: string;
  readonly candidate: string;
}

/** What somebody may compare, and what each of the two lists then offers. */
export type Kind = 'native' | 'browser' | 'backend' | 'version' | 'machine' | 'run' | 'free';

export interface Offer {
  readonly value: string;
  readonly label: string;
}

/** What the history knows, as far as sides are made of it. */
export interface Known {
  readonly targets: readonly {
    readonly backend: string;
    readonly side: string;
    readonly machine: string;
    readonly browser: { readonly name: string; readonly version: string } | null;
    readonly engine: { readonly name: string; readonly version: string };
  }[];
  readonly machines: readonly { readonly fingerprint: string; readonly cpu: { readonly name: string } }[];
  readonly runs: readonly { readonly id: string; readonly suite: string; readonly startedAt: string }[];
}

export const KINDS: readonly (readonly [kind: Kind, label: string])[] = [
  ['native', 'A browser against native'],
  ['browser', 'Two browsers'],
  ['backend', 'Two backends'],
  ['version', 'Two versions'],
  ['machine', 'Two machines'],
  ['run', 'Two runs'],
  ['free', 'Any two selections'],
];

/** What can be chosen for a side; the first list is the baseline's. */
export function offers(kind: Kind, known: Known): readonly [baseline: readonly Offer[], candidate: readonly Offer[]] {
  const both = (list: readonly Offer[]): readonly [readonly Offer[], readonly Offer[]] => [list, list];
  const browsers = unique(known.targets.flatMap(({ browser }) => (browser === null ? [] : [{ value: `browser=${browser.name}`, label: browser.name }])));
  switch (kind) {
    case 'native':
      return [
        [{ value: 'native', label: 'native CPU' }, ...unique(known.targets.flatMap(({ side, backend }) => (side === 'native' && backend !== 'cpu' ? [{ value: `backend=${backend}`, label: `native ${backend}` }] : [])))],
        [{ value: 'browser', label: 'all browsers' }, ...browsers],
      ];
    case 'browser':
      return both(browsers);
    case 'backend':
      return both(unique(known.targets.map(({ backend }) => ({ value: `backend=${backend}`, label: backend }))));
    case 'version':
      return both(
        unique(
          known.targets.flatMap(({ browser, engine }) => [
            ...(browser === null ? [] : [{ value: `browser=${browser.name},browser-version=${browser.version}`, label: `${browser.name} ${browser.version}` }]),
            { value: `engine=${engine.name},engine-version=${engine.version}`, label: `${engine.name} ${engine.version}` },
          ]),
        ),
      );
    case 'machine':
      return both(known.machines.map(({ fingerprint, cpu }) => ({ value: `machine=${fingerprint}`, label: `${cpu.name} (${fingerprint.slice(0, 8)})` })));
    case 'run':
      return both([{ value: 'latest', label: 'the newest run' }, { value: 'latest~1', label: 'the run before' }, ...known.runs.map(({ id, suite }) => ({ value: id, label: `${id} ${suite}` }))]);
    case 'free':
      return both([]);
  }
}

/** The sides to begin with: the first two that differ. */
export function usual(kind: Kind, known: Known): Sides {
  const [left, right] = offers(kind, known);
  const baseline = kind === 'run' ? 'latest~1' : (left[0]?.value ?? '');
  const candidate = kind === 'run' ? 'latest' : (right.find(({ value }) => value !== baseline)?.value ?? '');
  return { baseline, candidate };
}

/** Which kind a pair of selectors is of, so that a link shows the lists that it came from. */
export function kindOf(sides: Sides, known: Known): Kind {
  const fits = KINDS.map(([kind]) => kind).find((kind) => {
    const [left, right] = offers(kind, known);
    return left.some(({ value }) => value === sides.baseline) && right.some(({ value }) => value === sides.candidate);
  });
  return fits ?? 'free';
}

/** All that the history had before a run began. */
export function before(instant: string): string {
  return `until=${instant}`;
}

/** A side narrowed to models, such as from a cell's link. */
export function narrowed(selector: string, model: string): string {
  return model === '' || selector === '' ? selector : `${selector},model=${model}`;
}

function unique(offers: readonly Offer[]): readonly Offer[] {
  return [...new Map(offers.map((offer) => [offer.value, offer])).values()].sort((a, b) => a.label.localeCompare(b.label, undefined, { numeric: true }));
}
