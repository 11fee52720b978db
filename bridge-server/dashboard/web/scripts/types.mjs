// Makes the dashboard's types of what describes the API, so that no type is written by hand: OpenAPI's components, and the
// documents that it answers with. `npm run types` writes them; a test holds the file to its sources.
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';

const web = dirname(dirname(fileURLToPath(import.meta.url)));
const OPEN_API = resolve(web, '../src/main/resources/dev/bascule/bridge/dashboard/openapi.json');
const REPORTS = resolve(web, '../../../reports');
const MATRIX = resolve(REPORTS, 'matrix/src/main/resources/dev/bascule/reports');
const COMPARISON = resolve(REPORTS, 'comparison/src/main/resources/dev/bascule/reports');
export const TARGET = resolve(web, 'src/api/schema.ts');

const json = async (path) => JSON.parse(await readFile(path, 'utf8'));
const pascal = (word) => word[0].toUpperCase() + word.slice(1);

/** A document's definitions under names of their own, and what stands under its properties' names beside them. */
async function document(folder, file, prefix, named = []) {
  const schema = await json(resolve(folder, file));
  const renamed = JSON.parse(JSON.stringify(schema).replaceAll(/"#\/\$defs\/(\w+)"/g, (_, name) => `"#/definitions/${prefix}${pascal(name)}"`));
  const { $defs = {}, $schema, $id, ...whole } = renamed;
  const definitions = Object.entries($defs).map(([name, part]) => [prefix + pascal(name), part]);
  return Object.fromEntries([...definitions, ...named.map((name) => [prefix + pascal(name), renamed.properties[name]]), [`${prefix}Document`, whole]]);
}

/** The types as source text. */
export async function types() {
  const components = JSON.parse(JSON.stringify((await json(OPEN_API)).components.schemas).replaceAll('#/components/schemas/', '#/definitions/'));
  const run = await document(MATRIX, 'run-v1.schema.json', 'Run', ['machine']);
  const comparison = await document(COMPARISON, 'comparison-v1.schema.json', 'Comparison');
  const trainings = await document(COMPARISON, 'training-comparison-v1.schema.json', 'TrainingsCompared');
  const scores = await document(COMPARISON, 'scores-v1.schema.json', 'Scores');
  const { items: analysis } = (await json(resolve(COMPARISON, 'series-v1.schema.json'))).properties.series;
  // As OpenAPI's words have it: a cell's parts are those of run.json, and an analysis is a series of its document.
  Object.assign(components.Cell.properties, {
    machine: { $ref: '#/definitions/RunMachine' },
    targets: { type: 'array', items: { $ref: '#/definitions/RunTarget' } },
    cell: { $ref: '#/definitions/RunCell' },
  });
  components.Series.properties.analysis = { oneOf: [{ $ref: '#/definitions/SeriesAnalysis' }, { type: 'null' }] };
  const definitions = { ...run, ...comparison, ...trainings, ...scores, SeriesAnalysis: analysis, ...components };
  Object.values(definitions).forEach(titleless);
  return compile({ definitions }, 'Schema', {
    additionalProperties: false,
    unreachableDefinitions: true,
    bannerComment: '// Made by `npm run types`. Do not edit.',
    style: { printWidth: 140, singleQuote: true },
    $refOptions: { resolve: { external: false } },
  });
}

/** A title would become the type's name, in the place of the definition's; the machine's own parts stay as they are. */
function titleless(part) {
  if (typeof part === 'object' && part !== null) {
    if (typeof part.title === 'string') {
      delete part.title;
    }
    Object.values(part).forEach(titleless);
  }
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  await writeFile(TARGET, await types());
}
