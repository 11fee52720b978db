// What a test is wanted of, as the API takes it. Pure.

export interface Wanted {
  readonly cell: string | undefined;
  readonly model: string | undefined;
  readonly chain: readonly string[];
  readonly browser: string | undefined;
}

/** The API's parameters; undefined while something is missing. */
export function generateQuery({ cell, model, chain, browser }: Wanted): Record<string, string | readonly string[]> | undefined {
  const where = chain.length === 0 ? {} : { chain, ...(browser === undefined || browser === '' ? {} : { browser }) };
  if (cell !== undefined) {
    return { cell, ...where };
  }
  return model === undefined || model === '' || chain.length === 0 ? undefined : { model, ...where };
}

/** The id of the browser that a column of the matrix stands under; undefined for native and for one that is not known. */
export function browserId(where: string, catalog: { readonly browsers: readonly { readonly id: string; readonly name: string }[] }): string | undefined {
  const word = where.toLowerCase();
  // The longest name that fits: "Chrome" begins "Chrome Headless Shell" too.
  const fitting = catalog.browsers.filter(({ name }) => word !== '' && word.startsWith(name.toLowerCase()));
  return fitting.sort((a, b) => b.name.length - a.name.length)[0]?.id;
}
