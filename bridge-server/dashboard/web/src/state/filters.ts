// What a list is narrowed to, as the page's address says it: whoever gets the link sees the same.

/** Chosen values by facet, free text, the page and its size. Nothing in it is undefined, so that two can be compared. */
export interface Filters {
  readonly chosen: Readonly<Record<string, readonly string[]>>;
  readonly text: string;
  readonly page: number;
  readonly size: number;
  readonly sort: string;
}

export const SIZES = [50, 100, 200, 500] as const;

const USUAL: Filters = { chosen: {}, text: '', page: 1, size: 50, sort: '' };

/** From an address; what is not understood counts as not there. */
export function fromQuery(query: URLSearchParams, facets: readonly string[]): Filters {
  const chosen: Record<string, readonly string[]> = {};
  for (const facet of facets) {
    const values = [...new Set(query.getAll(facet).filter((value) => value !== ''))];
    if (values.length > 0) {
      chosen[facet] = values;
    }
  }
  const size = Number(query.get('size'));
  return {
    chosen,
    text: query.get('q') ?? '',
    page: Math.max(1, Math.floor(Number(query.get('page'))) || 1),
    size: SIZES.find((known) => known === size) ?? USUAL.size,
    sort: query.get('sort') ?? '',
  };
}

/** To an address, without what is usual; parameters that are no filters are kept. */
export function toQuery(filters: Filters, facets: readonly string[], before: URLSearchParams): URLSearchParams {
  const query = new URLSearchParams(before);
  [...facets, 'q', 'page', 'size', 'sort'].forEach((name) => query.delete(name));
  for (const facet of facets) {
    (filters.chosen[facet] ?? []).forEach((value) => query.append(facet, value));
  }
  const put = (name: string, value: string, usual: string): void => {
    if (value !== usual) {
      query.set(name, value);
    }
  };
  put('q', filters.text, USUAL.text);
  put('sort', filters.sort, USUAL.sort);
  put('size', String(filters.size), String(USUAL.size));
  put('page', String(filters.page), String(USUAL.page));
  return query;
}

/** With a value chosen, or no longer; back on the first page, since the pages are others now. */
export function toggled(filters: Filters, facet: string, value: string): Filters {
  const before = filters.chosen[facet] ?? [];
  const after = before.includes(value) ? before.filter((other) => other !== value) : [...before, value];
  const { [facet]: _, ...rest } = filters.chosen;
  return { ...filters, chosen: after.length === 0 ? rest : { ...rest, [facet]: after }, page: 1 };
}

/** With one value alone chosen in a facet, or none where it is empty. */
export function only(filters: Filters, facet: string, value: string): Filters {
  const { [facet]: _, ...rest } = filters.chosen;
  return { ...filters, chosen: value === '' ? rest : { ...rest, [facet]: [value] }, page: 1 };
}

/** How long ago a run may have begun: so many whole days, or any time where there is no such number in an address. */
export function daysOf(query: URLSearchParams): number | undefined {
  const days = Number(query.get('days'));
  return Number.isInteger(days) && days > 0 && days < 10_000 ? days : undefined;
}

export function isNarrowed(filters: Filters): boolean {
  return filters.text !== '' || Object.keys(filters.chosen).length > 0;
}

export function widened(filters: Filters): Filters {
  return { ...filters, chosen: {}, text: '', page: 1 };
}
