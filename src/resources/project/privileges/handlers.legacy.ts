import type { Handler } from '../../../contract.ts';
import { periodOf } from '../grants/period.ts';
import { findPrivilegeOf, listPrivilegesIn, requireOnIdentity } from './find.ts';
import { addPrivilege, changePrivilege, removePrivilege } from './service.ts';
import { checkDetails, checkPermanent, checkTemporary, legacyRules, periodChange } from './rules.legacy.ts';
import { legacyPrivilegeView } from './view.legacy.ts';

export const createPermanentLegacyPrivilege: Handler<'createPermanentLegacyPrivilege'> = async (
  scope,
  { project, body },
) => {
  checkPermanent(body);
  const place = requireOnIdentity(project, 'edit', body.identityId);
  const privilege = { slug: body.slug, permissions: legacyRules(body)!, period: periodOf({ isTemporary: false }) };
  return { privilege: legacyPrivilegeView(await addPrivilege(scope, place, privilege)) };
};

export const createTemporaryLegacyPrivilege: Handler<'createTemporaryLegacyPrivilege'> = async (
  scope,
  { project, body },
) => {
  checkTemporary(body);
  const place = requireOnIdentity(project, 'edit', body.identityId);
  const privilege = {
    slug: body.slug,
    permissions: legacyRules(body)!,
    period: periodOf({ ...body, isTemporary: true }),
  };
  return { privilege: legacyPrivilegeView(await addPrivilege(scope, place, privilege)) };
};

export const listLegacyPrivileges: Handler<'listLegacyPrivileges'> = async (scope, { project, query }) => {
  const place = requireOnIdentity(project, 'read', query.identityId);
  return { privileges: (await listPrivilegesIn(scope, place)).map(legacyPrivilegeView) };
};

export const getLegacyPrivilege: Handler<'getLegacyPrivilege'> = async (scope, { project, params, query }) => {
  const place = requireOnIdentity(project, 'read', query.identityId);
  return { privilege: legacyPrivilegeView(await findPrivilegeOf(scope, place, { slug: params.privilegeSlug })) };
};

export const updateLegacyPrivilege: Handler<'updateLegacyPrivilege'> = async (scope, { project, body }) => {
  const { privilegeSlug, privilegeDetails: details = {} } = body;
  checkDetails(details);
  const place = requireOnIdentity(project, 'edit', body.identityId);
  const changes = { slug: details.slug, permissions: legacyRules(details), period: periodChange(details) };
  return { privilege: legacyPrivilegeView(await changePrivilege(scope, place, { slug: privilegeSlug }, changes)) };
};

export const deleteLegacyPrivilege: Handler<'deleteLegacyPrivilege'> = async (scope, { project, body }) => {
  const place = requireOnIdentity(project, 'edit', body.identityId);
  return { privilege: legacyPrivilegeView(await removePrivilege(scope, place, { slug: body.privilegeSlug })) };
};
