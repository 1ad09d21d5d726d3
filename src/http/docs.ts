import { stringify } from 'yaml';
import { readBuilt, sendHashed } from './built-files.ts';
import { builtPages } from './built-pages.ts';
import { document } from './document.ts';
import type { Contract } from './openapi-validator/contract.ts';
import { page } from './page.ts';
import type { Page } from './route.ts';

const built = (name: string): Buffer => {
  const content = readBuilt(`docs/${name}`);
  if (!content) throw new Error('The pages are not built: run npm run build.');
  return content;
};

/** The front page with the address of this server, which the browser replaces by the one that it used. */
const frontPage = (address: string): string => built('index.html').toString().replaceAll('{{address}}', address);

/** The contract as a document, and pages with first steps, guides and a reference that load nothing from other servers. */
export const docs = (contract: Contract, siteUrl: string): readonly Page[] => [
  document('/api/openapi.json', 'application/json', () => JSON.stringify(contract)),
  document('/api/openapi.yaml', 'application/yaml', () => stringify(contract, { aliasDuplicateObjects: false })),
  // Where Infisical has its document.
  { path: '/api/docs/json', show: (_req, res) => res.redirect('/api/openapi.json') },
  page('/docs', 'text/html', () => frontPage(siteUrl), 'no-cache'),
  ...builtPages('guides', 'README'),
  ...builtPages('reference', 'index'),
  page('/docs/icon.svg', 'image/svg+xml', () => built('icon.svg')),
  { path: '/docs/files/:file', show: sendHashed('docs') },
];
