import type { Handler } from '../../contract.ts';
import { readFilter } from '../secrets/filter.ts';
import { findSecretIn, findSecretOfId } from '../secrets/find.ts';
import { listSecretsIn } from '../secrets/list.ts';
import { readQuery } from '../secrets/query.ts';
import { projectGiven } from './project.ts';

export const listRawSecrets: Handler<'listRawSecrets'> = async (scope, { query, isKnown }) => {
  const project = await projectGiven(scope, { in: 'query', id: query.workspaceId, slug: query.workspaceSlug });
  const asked = { isRecursive: query.recursive, withImports: query.include_imports, personal: 'beside' as const };
  return listSecretsIn(scope, project, { ...readQuery(query), ...asked, lookup: 'in-folder', filter: readFilter(query) }, isKnown);
};

export const getRawSecret: Handler<'getRawSecret'> = async (scope, { params: { secretName }, query, isKnown }) => {
  const project = await projectGiven(scope, { in: 'query', id: query.workspaceId, slug: query.workspaceSlug });
  const asked = { key: secretName, type: query.type, version: query.version, withImports: query.include_imports };
  return findSecretIn(scope, project, { ...readQuery(query), ...asked, lookup: 'in-folder' }, isKnown);
};

export const getRawSecretById: Handler<'getRawSecretById'> = (scope, { params: { secretId }, isKnown }) => findSecretOfId(scope, secretId, isKnown);
