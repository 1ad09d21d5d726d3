import { projectNotFound } from '../../../access/access.ts';
import type { ProjectAccess } from '../../../access/project-access.ts';
import type { Request } from '../../../contract.ts';
import { secondsAfter, timestamp } from '../../../platform/clock.ts';
import { keyedHash } from '../../../platform/crypto/keyed-hash.ts';
import { secretBytes } from '../../../platform/crypto/random-secrets.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { serviceTokenPurpose, writeServiceToken } from './authentication.ts';
import { requiredRules, readScopes, toRules } from './rules.ts';
import type { ServiceTokenRow } from './store.ts';
import { ofProject } from '../../../transaction-keys.ts';

type Body = Request<'createServiceToken'>['body'];

const maxPerProject = 1000;

/** Builds a new token and its row; does not store it. */
const newServiceToken = (
  { actor, clock, ids, keyring }: Scope,
  body: Body,
): { token: string; row: ServiceTokenRow } => {
  const secret = secretBytes(16).toString('hex');
  const now = clock.now();
  const scopes = readScopes(body.scopes);
  const id = ids.uuid();
  const row: ServiceTokenRow = {
    id,
    projectId: body.workspaceId,
    name: body.name.trim(),
    secretHash: keyedHash(keyring, serviceTokenPurpose, secret),
    scopes,
    permissions: body.permissions,
    rules: toRules(scopes, body.permissions),
    encryptedKey: body.encryptedKey,
    iv: body.iv,
    tag: body.tag,
    createdBy: actor.id,
    expiresAt: body.expiresIn ? timestamp(secondsAfter(now, body.expiresIn)) : null,
    lastUsed: null,
    createdAt: timestamp(now),
    updatedAt: timestamp(now),
  };
  return { token: writeServiceToken(id, secret), row };
};

/** 404 unless the project has every environment that the scopes name; like the reference, without saying which. */
const requireEnvironments = async (
  { stores }: Scope,
  { id }: ProjectAccess['row'],
  { scopes }: ServiceTokenRow,
): Promise<void> => {
  const slugs = new Set((await stores.environments.listActive([id])).map(({ slug }) => slug));
  if (!scopes.every(({ environment }) => slugs.has(environment)))
    throw notFound('This project does not have every environment that the scopes name.');
};

/** Creates a token; 403 unless the caller has every permission of the token until it expires. */
export const addServiceToken = async (
  scope: Scope,
  access: ProjectAccess,
  body: Body,
): Promise<{ token: string; row: ServiceTokenRow }> => {
  const created = newServiceToken(scope, body);
  const { row } = created;
  await access.requirePermissionBoundary({
    rules: requiredRules(row.scopes, row.rules),
    during: { startsAt: null, endsAt: row.expiresAt },
  });
  const { row: project } = access;
  if (project.type !== 'secret-manager')
    throw badRequest('Service tokens are for projects of the type secret-manager.');
  await requireEnvironments(scope, project, row);
  await scope.transaction(ofProject(project), async (tx) => {
    const [stored, count] = await Promise.all([
      tx.stores.projects.findById(project.organizationId, project.id),
      tx.stores.serviceTokens.count(project.id),
    ]);
    if (!stored) throw projectNotFound();
    if (count >= maxPerProject)
      throw badRequest(
        `This project has ${maxPerProject} service tokens, which is the limit. Delete one that is not needed.`,
      );
    await tx.stores.serviceTokens.insert(row);
    await record(tx, 'create-service-token', access, row);
  });
  return created;
};

const record = (
  { audit }: Scope,
  type: string,
  { row: project }: ProjectAccess,
  { id, name, scopes, permissions, expiresAt }: ServiceTokenRow,
): Promise<void> =>
  audit.record({ type, metadata: { serviceTokenId: id, name, scopes, permissions, expiresAt }, project });

const serviceTokenNotFound = () => notFound('Service token not found.');

export const removeServiceToken = async (scope: Scope, id: string): Promise<ServiceTokenRow> => {
  const row = await scope.stores.serviceTokens.findInOrganization(scope.access.organization.id, id);
  if (!row) throw serviceTokenNotFound();
  const project = await scope.access.inProject(row.projectId);
  project.require('delete', 'service-tokens');
  await scope.transaction(ofProject(project.row), async (tx) => {
    if (!(await tx.stores.serviceTokens.delete(id))) throw serviceTokenNotFound();
    await record(tx, 'delete-service-token', project, row);
  });
  return row;
};
