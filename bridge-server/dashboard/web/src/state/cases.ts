// Whether a page shows the cases of conformance runs beside the models, as its address says it.

/**
 * What to ask the server for: models alone, unless all are asked for, or one of these parameters names what is to be seen, as
 * `bascule matrix` leaves operator cases out only where no suite and no run is named.
 */
export function casesOf(query: URLSearchParams, ...naming: readonly string[]): 'models' | undefined {
  return query.get('cases') === 'all' || naming.some((name) => (query.get(name) ?? '') !== '') ? undefined : 'models';
}

/** With all cases, on the first page: the pages are others then. */
export function allCases(query: URLSearchParams): URLSearchParams {
  const all = onlyModels(query);
  all.set('cases', 'all');
  return all;
}

export function onlyModels(query: URLSearchParams): URLSearchParams {
  const models = new URLSearchParams(query);
  models.delete('cases');
  models.delete('page');
  return models;
}
