// openapi/ -> generated/: the bundle that is served, its types, and the table of operations.
// With a folder as argument, writes there instead (the drift check does).
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { hashOf, root, run } from './setup.mjs';

const target = resolve(process.argv[2] ?? join(root, 'generated'));
const bundle = join(target, 'openapi.json');
mkdirSync(target, { recursive: true });

const redocly = join(root, 'node_modules', '@redocly', 'cli', 'bin', 'cli.js');
run(process.execPath, [redocly, 'bundle', 'openapi/openapi.yaml', '--output', bundle], { isQuiet: true });

const document = JSON.parse(readFileSync(bundle, 'utf8'));
const methods = ['get', 'put', 'post', 'delete', 'patch'];

const operations = {};
for (const [path, item] of Object.entries(document.paths)) {
  for (const method of methods.filter((name) => item[name])) {
    const operation = item[method];
    if (operations[operation.operationId]) throw new Error(`two operations are named ${operation.operationId}`);
    operations[operation.operationId] = {
      method: method.toUpperCase(),
      path,
      status: Number(Object.keys(operation.responses).find((status) => status.startsWith('2'))),
      room: operation.tags[0],
      isPublic: operation.security?.length === 0,
      permission: operation['x-permission'],
      actors: operation['x-actors'] ?? ['user', 'identity'],
      needsOrganization: operation['x-organization'] !== 'optional',
      bodyTypes: Object.keys(operation.requestBody?.content ?? {}),
      rateLimit: operation['x-rate-limit'] ?? null,
    };
  }
}

const sorted = Object.keys(operations).sort();
const publicIds = sorted.filter((id) => operations[id].isPublic);

writeFileSync(
  join(target, 'operations.ts'),
  `// Generated from openapi/, never edited. Contract: ${hashOf('openapi')}

export interface Operation {
  readonly method: ${methods.map((method) => `'${method.toUpperCase()}'`).join(' | ')};
  readonly path: string;
  readonly status: number;
  readonly room: string;
  readonly isPublic: boolean;
  readonly permission: { readonly none: string } | { readonly organization: string };
  readonly actors: readonly ('user' | 'identity')[];
  readonly needsOrganization: boolean;
  readonly bodyTypes: readonly string[];
  readonly rateLimit: 'login' | null;
}

export type OperationId =
${sorted.map((id) => `  | '${id}'`).join('\n')};

export type PublicOperationId =
${publicIds.map((id) => `  | '${id}'`).join('\n')};

export const operations: Readonly<Record<OperationId, Operation>> = ${JSON.stringify(Object.fromEntries(sorted.map((id) => [id, operations[id]])), null, 2)};
`,
);

const types = await openapiTypescript(document, { alphabetize: false, defaultNonNullable: false });
writeFileSync(join(target, 'api.d.ts'), `// Generated from openapi/, never edited.\n${astToString(types)}`);
