// Layers: imports only go down.
// main, cli > http > handlers > service > scope > audit, events, webhooks, mail, licence > stores > access > platform
const below = (name, from, to, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from },
  to: { path: to },
});

export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', comment: 'Not even type-only ones.', from: {}, to: { circular: true } },
    below('platform-knows-nothing', '^src/platform', '^src/(?!platform)', 'The platform knows nothing of the domain.'),
    below('access-is-pure', '^src/access', '^src/(?!access|platform)', 'The permission engine knows no module.'),
    below(
      'licence-is-low',
      '^src/licence',
      '^src/(?!licence|platform|config|stores|transaction-keys|resources/[^/]+/[^/]+/store\\.ts$)',
      'What the plan allows is asked by the scope.',
    ),
    below(
      'stores-are-low',
      '^src/(stores|resources/[^/]+/[^/]+/store)\\.ts$',
      '^src/(?!platform|access|resources/[^/]+/[^/]+/(store|columns)\\.ts$)',
      'A store speaks its table.',
    ),
    below(
      'scope-is-below-modules',
      '^src/(request-)?scope\\.ts$',
      '^src/(resources|http|cli|main)',
      'The scope is built by the edge, for the modules.',
    ),
    below(
      'modules-below-the-edge',
      '^src/resources',
      '^src/(http|cli|main|handlers\\.ts)',
      'Modules do not know how they are reached.',
    ),
    below('edge-below-main', '^src/http', '^src/(cli|main)', 'The edge is started, it does not start.'),
    below(
      'handlers-are-not-shared',
      '^src/resources/',
      '^src/resources/[^/]+/[^/]+/handlers[.a-z]*\\.ts$',
      'What modules share is a service or a store.',
    ),
    {
      name: 'express-only-in-http',
      severity: 'error',
      from: { path: '^src', pathNot: '^src/http' },
      to: { path: 'node_modules/express' },
    },
    {
      name: 'knex-only-in-db-and-stores',
      severity: 'error',
      from: { path: '^src', pathNot: '^src/(platform/db/|resources/[^/]+/[^/]+/store\\.ts$)' },
      to: { path: 'node_modules/(knex|better-sqlite3)/', pathNot: [] },
    },
    {
      name: 'pg-only-in-db-and-targets',
      severity: 'error',
      from: { path: '^src', pathNot: '^src/platform/(db|targets)/' },
      to: { path: 'node_modules/pg/' },
    },
    {
      name: 'crypto-only-in-crypto',
      severity: 'error',
      from: { path: '^src', pathNot: '^src/platform/crypto' },
      to: { path: '^(node:)?crypto$' },
    },
    {
      name: 'no-secrets-from-the-pool',
      severity: 'error',
      comment: 'Keys, credentials and salts come from random-secrets.ts. Ids, nonces and revisions are no secrets.',
      from: {
        path: '^(src|migrations)',
        pathNot: '^src/(platform/(ids|crypto/sealing)|resources/project/revisions/store)\\.ts$',
      },
      to: { path: '^src/platform/crypto/random-ids\\.ts$' },
    },
    below(
      'formats-are-pure',
      '^src/formats',
      '^(src/(?!formats)|migrations|generated)',
      'Server and browser use them.',
    ),
    below(
      'console-uses-the-contract',
      '^src/console',
      '^(src/(?!(console|access|formats)/)|migrations|generated/(?!(api\\.d|rules)\\.ts$))',
      'The console talks to the server through the contract only, and has the same rules and formats.',
    ),
    {
      name: 'console-runs-in-browsers',
      severity: 'error',
      comment: 'What it imports of the server is pure.',
      from: { path: '^src/console' },
      to: {
        path: '^(src/(?!(console|access|formats|platform/(errors|clock|help-sections)\\.ts)/?)|node:)',
        reachable: true,
      },
    },
    below(
      'console-is-separate',
      '^(src/(?!console/)|migrations)',
      '^src/console',
      'The server only sends it to browsers.',
    ),
    {
      name: 'react-only-in-console',
      severity: 'error',
      from: { path: '^(src|migrations)', pathNot: '^src/console' },
      to: {
        path: 'node_modules/(react|react-dom|wouter|@mantine|@tanstack|@tabler|openapi-react-query|openapi-fetch)/',
      },
    },
    { name: 'src-does-not-test', severity: 'error', from: { path: '^(src|migrations)' }, to: { path: '^test' } },
    {
      name: 'no-dev-packages',
      severity: 'error',
      from: { path: '^(src|migrations)' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
