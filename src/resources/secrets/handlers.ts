import type { Handler } from '../../contract.ts';
import { readFilter } from './filter.ts';
import { findSecretIn, findSecretOfId } from './find.ts';
import { listSecretsIn } from './list.ts';
import { readQuery } from './query.ts';

export const listSecrets: Handler<'listSecrets'> = async (scope, { query, isKnown }) => {
  const asked = { isRecursive: query.recursive, withImports: query.includeImports, personal: query.includePersonalOverrides ? ('instead' as const) : ('none' as const) };
  const listing = { ...readQuery(query), ...asked, lookup: 'with-imports' as const, filter: readFilter(query) };
  return listSecretsIn(scope, await scope.access.inProject(query.projectId), listing, isKnown);
};

export const getSecret: Handler<'getSecret'> = async (scope, { params: { secretName }, query, isKnown }) => {
  const asked = { key: secretName, type: query.type, version: query.version, withImports: query.includeImports };
  return findSecretIn(scope, await scope.access.inProject(query.projectId), { ...readQuery(query), ...asked, lookup: 'with-imports' }, isKnown);
};

export const getSecretById: Handler<'getSecretById'> = (scope, { params: { secretId }, isKnown }) => findSecretOfId(scope, secretId, isKnown);
