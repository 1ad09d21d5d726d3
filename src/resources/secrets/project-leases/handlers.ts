import type { Handler } from '../../../contract.ts';
import { inBody, readPath } from '../folders/rules.ts';
import { listAllowed } from './find.ts';
import { forgetLease, resumeRevocations, retryLease, revokeLeases } from './service.ts';
import { projectLeaseView } from './view.ts';

export const listProjectLeases: Handler<'listProjectLeases'> = async (scope, { project, query }) => {
  const { offset, limit, status: state, dynamicSecretId, createdBy, createdBefore } = query;
  const rows = await listAllowed(scope, project, { state, dynamicSecretId, createdBy, createdBefore });
  return { leases: rows.slice(offset, offset + limit).map(projectLeaseView) };
};

export const revokeProjectLeases: Handler<'revokeProjectLeases'> = async (scope, { project, body }) => {
  const { dynamicSecretId, environment, secretPath: path, createdBy } = body;
  const secretPath = path === undefined ? undefined : readPath(path, inBody('secretPath'));
  return { count: await revokeLeases(scope, project, { dynamicSecretId, environment, secretPath, createdBy }) };
};

export const retryProjectLease: Handler<'retryProjectLease'> = async (scope, { project, params }) => {
  return { lease: projectLeaseView(await retryLease(scope, project, params.leaseId)) };
};

export const forgetProjectLease: Handler<'forgetProjectLease'> = async (scope, { project, params, body }) => {
  return { lease: projectLeaseView(await forgetLease(scope, project, params.leaseId, body.reason)) };
};

export const resumeLeaseRevocations: Handler<'resumeLeaseRevocations'> = async (scope) => {
  return { heldSince: await resumeRevocations(scope) };
};
