import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { stringify } from 'yaml';
import { embedded } from '../platform/embedded.ts';
import type { Contract } from './contract-slice.ts';
import { page } from './page.ts';
import type { Page } from './route.ts';

const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Sallyport API</title>
    <link rel="icon" href="/docs/favicon.png">
    <link rel="stylesheet" href="/docs/swagger-ui.css">
  </head>
  <body>
    <div id="reference"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

const startScript = `SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  persistAuthorization: false,
  validatorUrl: null,
});
`;

const installed = (file: string): Buffer => readFileSync(createRequire(import.meta.url).resolve(`swagger-ui-dist/${file}`));

const asset = (file: string, name: string, type: string): Page => page(`/docs/${name}`, type, () => embedded(file) ?? installed(file));

/** The contract as a document, and as a reference to browse that needs nothing from elsewhere. */
export const docs = (contract: Contract): readonly Page[] => [
  { path: '/', show: (_req, res) => res.redirect(302, '/docs') },
  page('/api/openapi.json', 'application/json', () => JSON.stringify(contract)),
  page('/api/openapi.yaml', 'application/yaml', () => stringify(contract, { aliasDuplicateObjects: false })),
  page('/docs', 'text/html', () => html),
  page('/docs/start.js', 'text/javascript', () => startScript),
  asset('swagger-ui-bundle.js', 'swagger-ui-bundle.js', 'text/javascript'),
  asset('swagger-ui.css', 'swagger-ui.css', 'text/css'),
  asset('favicon-32x32.png', 'favicon.png', 'image/png'),
];
