// Writes src/protocol/generated.ts from the runner protocol's JSON Schema, which Java reads too: one source of both sides' types.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const schemaFile = resolve(root, '../fallback/protocol/src/main/resources/dev/bascule/fallback/protocol/protocol-v1.schema.json');
const target = resolve(root, 'src/protocol/generated.ts');

const schema = JSON.parse(await readFile(schemaFile, 'utf8'));
const source = await compile(schema, 'ProtocolMessage', {
  additionalProperties: false,
  bannerComment: '// Generated from protocol-v1.schema.json by scripts/generate-types.mjs. Do not edit.',
  format: false,
});
const old = await readFile(target, 'utf8').catch(() => '');
if (old !== source) {
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, source);
}
