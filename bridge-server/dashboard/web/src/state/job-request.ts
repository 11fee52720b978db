// What somebody wants to be run, while it is put together, and as the server takes it. Pure.
import type { Catalog, JobRequest } from '../api/types';
import { browserId } from './generate';

/** Empty lists of backends, chains and browsers stand for the usual ones; the server knows which. */
export interface Wish {
  readonly what: readonly string[];
  readonly backends: readonly string[];
  readonly chains: readonly string[];
  readonly browsers: readonly string[];
  readonly filters: string;
  readonly settings: Readonly<Record<string, string>>;
}

export const NOTHING: Wish = { what: [], backends: [], chains: [], browsers: [], filters: '', settings: {} };

export function requestOf(wish: Wish): JobRequest {
  const chosen = (values: readonly string[]): string[] | undefined => (values.length === 0 ? undefined : [...values]);
  const settings = Object.fromEntries(Object.entries(wish.settings).filter(([, value]) => value.trim() !== '').map(([id, value]) => [id, value.trim()]));
  const [backends, chains, browsers] = [chosen(wish.backends), chosen(wish.chains), chosen(wish.browsers)];
  return {
    what: [...wish.what],
    // Who chooses chains alone wants no backends beside them, and the other way round.
    ...(backends !== undefined ? { backends } : chains !== undefined ? { backends: [] } : {}),
    ...(chains !== undefined ? { chains } : backends !== undefined ? { chains: [] } : {}),
    ...(browsers !== undefined ? { browsers } : {}),
    filters: wish.filters.split(/[\s,]+/).filter((glob) => glob !== ''),
    settings,
  };
}

/** The settings at the end of a case's id: {@code suite:path:case;k=v,k=v}. */
export function settingsOf(caseId: string): readonly (readonly [name: string, value: string])[] {
  const [, text = ''] = caseId.split(';');
  return text.split(',').flatMap((pair) => {
    const at = pair.indexOf('=');
    return at < 1 ? [] : [[pair.slice(0, at), pair.slice(at + 1)] as const];
  });
}

/** From a link of the matrix: a model on a target with its settings, as far as the catalog has them. */
export function wishFrom(query: URLSearchParams, catalog: Catalog): Wish {
  const models = query.getAll('model');
  const what = [
    ...query.getAll('what'),
    ...catalog.models.filter((model) => models.some((name) => isNamed(model, name))).map((model) => model.id),
  ];
  const rungs = (query.get('chain') ?? '').split(/->|→/).map((rung) => rung.trim()).filter((rung) => rung !== '');
  const browser = browserId(query.get('where') ?? '', catalog);
  return {
    ...NOTHING,
    what: [...new Set(what)],
    backends: rungs.length === 1 ? rungs : [],
    chains: rungs.length > 1 ? [rungs.join('→')] : [],
    browsers: browser === undefined ? [] : [browser],
    settings: Object.fromEntries(settingsOf(`;${query.getAll('set').join(',')}`).filter(([name]) => catalog.settings.some(({ id }) => id === name))),
  };
}

/** Models that a link names and this server has not: what their runs were started with is not offered here. */
export function unknownModels(query: URLSearchParams, catalog: Catalog): readonly string[] {
  return query.getAll('model').filter((name) => !catalog.models.some((model) => isNamed(model, name)));
}

/** A file is offered under its whole name; a matrix has it without the ending. */
function isNamed({ name, id }: Catalog['models'][number], wanted: string): boolean {
  return [name, id, name.replace(/\.onnx$/, '')].includes(wanted);
}

export function toggledIn(values: readonly string[], value: string): readonly string[] {
  return values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
}
