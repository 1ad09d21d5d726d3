import type { Handler } from '../../../contract.ts';
import { inBody, inQuery, readPath } from '../folders/rules.ts';
import { listFolder } from './folder-secrets.ts';
import { listReads } from './reads.ts';
import { overviewOf } from './overview.ts';
import { readList } from './query.ts';
import { listReferring } from './referring.ts';
import { searchIn } from './search.ts';

export const getSecretsOverview: Handler<'getSecretsOverview'> = (scope, { project, query }) =>
  overviewOf(scope, project, {
    environments: readList(query.environments),
    path: readPath(query.secretPath, inQuery('secretPath')),
    offset: query.offset,
    limit: query.limit,
    isNatural: query.orderBy === 'natural',
    isDescending: query.orderDirection === 'desc',
    search: query.search ?? '',
    tags: readList(query.tags),
    kinds: {
      secrets: query.includeSecrets,
      folders: query.includeFolders,
      imports: query.includeImports,
      importedSecrets: query.includeImportedSecrets,
    },
  });

export const searchSecrets: Handler<'searchSecrets'> = (scope, { project, query }) =>
  searchIn(scope, project, {
    environments: readList(query.environments),
    path: readPath(query.secretPath, inQuery('secretPath')),
    text: (query.search ?? '').trim(),
    tags: readList(query.tags),
    offset: query.offset,
    limit: query.limit,
  });

export const listReferringSecrets: Handler<'listReferringSecrets'> = (scope, { project, body }) =>
  listReferring(scope, project, {
    environment: body.environment,
    path: readPath(body.secretPath ?? '/', inBody('secretPath')),
    names: body.secretNames,
  });

export const listSecretReads: Handler<'listSecretReads'> = (
  scope,
  { project, query: { environment, secretPath, since } },
) => listReads(scope, project, { environment, secretPath: readPath(secretPath, inQuery('secretPath')) }, since);

export const listFolderSecrets: Handler<'listFolderSecrets'> = (
  scope,
  { project, query: { environment, secretPath } },
) => listFolder(scope, project, { environment, path: readPath(secretPath, inQuery('secretPath')) });
