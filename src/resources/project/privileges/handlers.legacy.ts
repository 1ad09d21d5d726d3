import type { Handler } from '../../../contract.ts';
import type { Scope } from '../../../scope.ts';
import { periodOf } from '../grants/period.ts';
import { getPrivilegeIn, listPrivilegesIn, openPlace, type Place } from './find.ts';
import { addPrivilege, changePrivilege, removePrivilege } from './service.ts';
import { checkDetails, checkPermanent, checkTemporary, legacyRules, periodChange } from './rules.legacy.ts';
import { legacyPrivilegeView } from './view.legacy.ts';

const placeOf = async (
  { access }: Scope,
  action: 'read' | 'edit',
  { projectSlug, identityId }: { readonly projectSlug: string; readonly identityId: string },
): Promise<Place> => openPlace(await access.inProjectBySlug(projectSlug), action, identityId);

export const createPermanentLegacyPrivilege: Handler<'createPermanentLegacyPrivilege'> = async (scope, { body }) => {
  checkPermanent(body);
  const place = await placeOf(scope, 'edit', body);
  const privilege = { slug: body.slug, permissions: legacyRules(body)!, period: periodOf({ isTemporary: false }) };
  return { privilege: legacyPrivilegeView(await addPrivilege(scope, place, privilege)) };
};

export const createTemporaryLegacyPrivilege: Handler<'createTemporaryLegacyPrivilege'> = async (scope, { body }) => {
  checkTemporary(body);
  const place = await placeOf(scope, 'edit', body);
  const privilege = {
    slug: body.slug,
    permissions: legacyRules(body)!,
    period: periodOf({ ...body, isTemporary: true }),
  };
  return { privilege: legacyPrivilegeView(await addPrivilege(scope, place, privilege)) };
};

export const listLegacyPrivileges: Handler<'listLegacyPrivileges'> = async (scope, { query }) => {
  const place = await placeOf(scope, 'read', query);
  return { privileges: (await listPrivilegesIn(scope, place)).map(legacyPrivilegeView) };
};

export const getLegacyPrivilege: Handler<'getLegacyPrivilege'> = async (scope, { params, query }) => {
  const place = await placeOf(scope, 'read', query);
  return { privilege: legacyPrivilegeView(await getPrivilegeIn(scope, place, { slug: params.privilegeSlug })) };
};

export const updateLegacyPrivilege: Handler<'updateLegacyPrivilege'> = async (scope, { body }) => {
  const { privilegeSlug, privilegeDetails: details = {} } = body;
  checkDetails(details);
  const place = await placeOf(scope, 'edit', body);
  const changes = { slug: details.slug, permissions: legacyRules(details), period: periodChange(details) };
  return { privilege: legacyPrivilegeView(await changePrivilege(scope, place, { slug: privilegeSlug }, changes)) };
};

export const deleteLegacyPrivilege: Handler<'deleteLegacyPrivilege'> = async (scope, { body }) => {
  const place = await placeOf(scope, 'edit', body);
  return { privilege: legacyPrivilegeView(await removePrivilege(scope, place, { slug: body.privilegeSlug })) };
};
