import type { Handler } from '../../../contract.ts';
import { findAuthority, findProject, requireOn } from './find.ts';
import { addAuthority, changeAuthority, removeAuthority } from './service.ts';
import { authorityView } from './view.ts';

export const listCertificateAuthorities: Handler<'listCertificateAuthorities'> = async (scope, { project }) => {
  project.requireSome('read', 'certificate-authorities');
  const all = await scope.stores.authorities.list(project.project.id);
  return all.filter(({ name }) => project.allows('read', 'certificate-authorities', { name })).map(authorityView);
};

export const createCertificateAuthority: Handler<'createCertificateAuthority'> = async (scope, { body }) => {
  const project = await findProject(scope, body.projectId);
  requireOn(project, 'create', body);
  return authorityView(await addAuthority(scope, project, body));
};

export const getCertificateAuthority: Handler<'getCertificateAuthority'> = async (scope, { params }) =>
  authorityView((await findAuthority(scope, params.caId, 'read')).authority);

export const updateCertificateAuthority: Handler<'updateCertificateAuthority'> = async (scope, { params, body }) => {
  const found = await findAuthority(scope, params.caId, 'edit');
  if (body.name !== undefined) requireOn(found.project, 'edit', { name: body.name });
  return authorityView(await changeAuthority(scope, found, body));
};

export const deleteCertificateAuthority: Handler<'deleteCertificateAuthority'> = async (scope, { params }) =>
  authorityView(await removeAuthority(scope, await findAuthority(scope, params.caId, 'delete')));
