import type { Handler } from '../../../contract.ts';
import { findAuthority, findProject, requireAuthorityAction } from './find.ts';
import { addAuthority, changeAuthority, removeAuthority } from './service.ts';
import { authorityView } from './view.ts';

export const listCertificateAuthorities: Handler<'listCertificateAuthorities'> = async (scope, { project }) => {
  project.requireSome('read', 'certificate-authorities');
  const all = await scope.stores.authorities.list(project.row.id);
  return all.filter(({ name }) => project.allows('read', 'certificate-authorities', { name })).map(authorityView);
};

export const createCertificateAuthority: Handler<'createCertificateAuthority'> = async (scope, { body }) => {
  const project = await findProject(scope, body.projectId);
  requireAuthorityAction(project, 'create', body);
  // Terraform compares the status with its configuration, which has no `pending-certificate`; only this response hides it.
  return { ...authorityView(await addAuthority(scope, project, body)), status: body.status };
};

export const getCertificateAuthority: Handler<'getCertificateAuthority'> = async (scope, { params }) =>
  authorityView((await findAuthority(scope, params.caId, 'read')).authority);

export const updateCertificateAuthority: Handler<'updateCertificateAuthority'> = async (scope, { params, body }) => {
  const target = await findAuthority(scope, params.caId, 'edit');
  if (body.name !== undefined) requireAuthorityAction(target.project, 'edit', { name: body.name });
  return authorityView(await changeAuthority(scope, target, body));
};

export const deleteCertificateAuthority: Handler<'deleteCertificateAuthority'> = async (scope, { params }) =>
  authorityView(await removeAuthority(scope, await findAuthority(scope, params.caId, 'delete')));
