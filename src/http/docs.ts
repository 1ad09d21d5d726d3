import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { stringify } from 'yaml';
import { operations } from '../../generated/operations.ts';
import { embedded } from '../platform/embedded.ts';
import { guides } from './guides.ts';
import type { Contract } from './openapi-validator/contract-slice.ts';
import { file, page } from './page.ts';
import type { Page } from './route.ts';

const packageFile = (name: string): Buffer =>
  embedded(name) ?? readFileSync(createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`));

/** The front page with the values of this server; the browser replaces the address by its own. */
const frontPage = ({ info }: Contract, address: string): string => {
  const values: Record<string, string> = {
    version: info.version,
    address,
    operations: String(Object.keys(operations).length),
  };
  return file('docs.html')
    .toString()
    .replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name]!);
};

/** The contract as a document, and pages with first steps and a reference that load nothing from other servers. */
export const docs = (contract: Contract, siteUrl: string): readonly Page[] => [
  page('/api/openapi.json', 'application/json', () => JSON.stringify(contract)),
  page('/api/openapi.yaml', 'application/yaml', () => stringify(contract, { aliasDuplicateObjects: false })),
  page('/docs', 'text/html', () => frontPage(contract, siteUrl)),
  ...guides,
  page('/docs/docs.css', 'text/css', () => file('docs.css')),
  page('/docs/guide.css', 'text/css', () => file('guide.css')),
  page('/docs/reference.css', 'text/css', () => file('reference.css')),
  page('/docs/docs.js', 'text/javascript', () => file('docs.js')),
  page('/docs/reference.js', 'text/javascript', () => file('reference.js')),
  page('/docs/icon.svg', 'image/svg+xml', () => file('icon.svg')),
  page('/docs/swagger-ui.css', 'text/css', () => packageFile('swagger-ui.css')),
  page('/docs/swagger-ui-bundle.js', 'text/javascript', () => packageFile('swagger-ui-bundle.js')),
];
