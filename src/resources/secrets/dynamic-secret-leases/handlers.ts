import type { Handler, Request } from '../../../contract.ts';
import { refuseIssues } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { findAllowed } from '../dynamic-secrets/find.ts';
import { folderInBody, folderInQuery, orNull } from '../dynamic-secrets/rules.ts';
import { ttlIssues } from '../dynamic-secrets/ttl.ts';
import { dynamicSecretView } from '../dynamic-secrets/view.ts';
import { findLease } from './find.ts';
import { addLease, renewLease, revokeLease } from './service.ts';
import { leaseView } from './view.ts';

const readTtl = (ttl: string | undefined): string | null => {
  refuseIssues(ttlIssues(ttl, ['ttl']));
  return orNull(ttl);
};

export const listDynamicSecretLeases: Handler<'listDynamicSecretLeases'> = async (
  scope,
  { project, params, query },
) => {
  const { row } = await findAllowed(scope, project, folderInQuery(query), params.dynamicSecretName, ['lease']);
  return { leases: (await scope.stores.dynamicSecretLeases.list(row.id)).map(leaseView) };
};

type NewLease = Pick<Request<'createDynamicSecretLease'>, 'project' | 'body'>;

const createLease = async (scope: Scope, { project, body }: NewLease) => {
  const request = { ttl: readTtl(body.ttl), config: body.config ?? null };
  const folderRef = folderInBody(body);
  const { lease, secret, data } = await addLease(scope, project, folderRef, body.dynamicSecretName, request);
  return { lease: leaseView(lease), dynamicSecret: dynamicSecretView(secret), data };
};

export const createDynamicSecretLease: Handler<'createDynamicSecretLease'> = createLease;
export const createKubernetesLease: Handler<'createKubernetesLease'> = createLease;

export const getDynamicSecretLease: Handler<'getDynamicSecretLease'> = async (scope, { project, params, query }) => {
  const { lease, secret } = await findLease(scope, project, folderInQuery(query), params.leaseId);
  const dynamicSecret = dynamicSecretView(secret);
  return { lease: { ...leaseView(lease), dynamicSecret }, dynamicSecret };
};

export const renewDynamicSecretLease: Handler<'renewDynamicSecretLease'> = async (scope, { project, params, body }) => {
  const lease = await renewLease(scope, project, folderInBody(body), params.leaseId, readTtl(body.ttl));
  return { lease: leaseView(lease) };
};

export const revokeDynamicSecretLease: Handler<'revokeDynamicSecretLease'> = async (
  scope,
  { project, params, body },
) => {
  const found = await findLease(scope, project, folderInBody(body), params.leaseId);
  const lease = await revokeLease(scope, project, found, { isForced: body.isForced });
  return { lease: leaseView(lease) };
};
