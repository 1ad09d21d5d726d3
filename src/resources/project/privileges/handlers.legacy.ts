import type { Handler } from '../../../contract.ts';
import { readPeriod } from '../grants/period.ts';
import { findPrivilegeOf, listPrivilegesOf, authorizeIdentity } from './find.ts';
import { addPrivilege, changePrivilege, removePrivilege } from './service.ts';
import { checkDetails, checkPermanent, checkTemporary, legacyRules, periodChange } from './rules.legacy.ts';
import { legacyPrivilegeView } from './view.legacy.ts';

export const createPermanentLegacyPrivilege: Handler<'createPermanentLegacyPrivilege'> = async (
  scope,
  { project, body },
) => {
  checkPermanent(body);
  const target = authorizeIdentity(project, 'edit', body.identityId);
  const privilege = { slug: body.slug, permissions: legacyRules(body)!, period: readPeriod({ isTemporary: false }) };
  return { privilege: legacyPrivilegeView(await addPrivilege(scope, target, privilege)) };
};

export const createTemporaryLegacyPrivilege: Handler<'createTemporaryLegacyPrivilege'> = async (
  scope,
  { project, body },
) => {
  checkTemporary(body);
  const target = authorizeIdentity(project, 'edit', body.identityId);
  const privilege = {
    slug: body.slug,
    permissions: legacyRules(body)!,
    period: readPeriod({ ...body, isTemporary: true }),
  };
  return { privilege: legacyPrivilegeView(await addPrivilege(scope, target, privilege)) };
};

export const listLegacyPrivileges: Handler<'listLegacyPrivileges'> = async (scope, { project, query }) => {
  const target = authorizeIdentity(project, 'read', query.identityId);
  return { privileges: (await listPrivilegesOf(scope, target)).map(legacyPrivilegeView) };
};

export const getLegacyPrivilege: Handler<'getLegacyPrivilege'> = async (scope, { project, params, query }) => {
  const target = authorizeIdentity(project, 'read', query.identityId);
  return { privilege: legacyPrivilegeView(await findPrivilegeOf(scope, target, { slug: params.privilegeSlug })) };
};

export const updateLegacyPrivilege: Handler<'updateLegacyPrivilege'> = async (scope, { project, body }) => {
  const { privilegeSlug, privilegeDetails: details = {} } = body;
  checkDetails(details);
  const target = authorizeIdentity(project, 'edit', body.identityId);
  const changes = { slug: details.slug, permissions: legacyRules(details), period: periodChange(details) };
  return { privilege: legacyPrivilegeView(await changePrivilege(scope, target, { slug: privilegeSlug }, changes)) };
};

export const deleteLegacyPrivilege: Handler<'deleteLegacyPrivilege'> = async (scope, { project, body }) => {
  const target = authorizeIdentity(project, 'edit', body.identityId);
  return { privilege: legacyPrivilegeView(await removePrivilege(scope, target, { slug: body.privilegeSlug })) };
};
