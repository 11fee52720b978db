// Which page an address stands for. Pure: the browser's history is navigation.ts' business.

/** Where the dashboard is served. */
export const BASE = '/dashboard/';

/** Pages whose address is their name. */
export const PLAIN = [
  'compare',
  'time',
  'hardware',
  'inventory',
  'runs',
  'start',
  'jobs',
  'machines',
  'queue',
  'generate',
  'scores',
  'predictions',
  'trainings',
  'quantizations',
  'schedules',
  'devices',
  'audit',
  'sign-in',
] as const;

export type Route =
  | { readonly page: (typeof PLAIN)[number] | 'matrix' | 'missing' }
  | { readonly page: 'job' | 'training' | 'quantization'; readonly id: string };

export type PageName = Route['page'];

/** The page of a path; {@code missing} for one that has none. */
export function parse(path: string): Route {
  if (!path.startsWith(BASE)) {
    return path === BASE.slice(0, -1) ? { page: 'matrix' } : { page: 'missing' };
  }
  const parts = path.slice(BASE.length).replace(/\/$/, '').split('/');
  const [first = '', second] = parts;
  if (parts.length === 1) {
    if (first === '') {
      return { page: 'matrix' };
    }
    const plain = PLAIN.find((name) => name === first);
    return plain === undefined ? { page: 'missing' } : { page: plain };
  }
  const page = first === 'jobs' ? 'job' : first === 'trainings' ? 'training' : first === 'quantizations' ? 'quantization' : undefined;
  return parts.length === 2 && page !== undefined && second !== undefined && second !== '' ? { page, id: decoded(second) } : { page: 'missing' };
}

/** The path of a page, with a query where there is one. */
export function hrefOf(route: Route, query: URLSearchParams | Readonly<Record<string, string>> = {}): string {
  const path = route.page === 'matrix' ? '' : 'id' in route ? `${route.page}s/${encodeURIComponent(route.id)}` : route.page;
  const text = new URLSearchParams(query as URLSearchParams).toString();
  return `${BASE}${path}${text === '' ? '' : `?${text}`}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
