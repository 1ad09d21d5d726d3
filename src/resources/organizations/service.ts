import type { Request } from '../../contract.ts';
import { timestamp } from '../../platform/clock.ts';
import { UniqueViolation } from '../../platform/db/errors.ts';
import { badRequest, notFound } from '../../platform/errors.ts';
import { slugify } from '../../platform/slug.ts';
import type { PublicScope, Scope } from '../../scope.ts';
import type { OrganizationRow } from './store.ts';

/** A new organization, not yet stored; its slug is derived from the name and does not collide. */
export const newOrganization = ({ clock, ids }: Pick<PublicScope, 'clock' | 'ids'>, name: string): OrganizationRow => {
  const now = timestamp(clock.now());
  return { id: ids.uuid(), name, slug: [slugify(name), ids.slugSuffix()].filter(Boolean).join('-'), createdAt: now, updatedAt: now };
};

export const changeOrganization = async (
  scope: Scope,
  id: string,
  { name, slug }: Request<'updateOrganization'>['body'],
): Promise<OrganizationRow> => {
  const changes = { ...(name !== undefined && { name }), ...(slug !== undefined && { slug }) };
  try {
    return await scope.transaction(async ({ stores, clock }) => {
      if (Object.keys(changes).length > 0) await stores.organizations.update(id, { ...changes, updatedAt: timestamp(clock.now()) });
      const organization = await stores.organizations.findById(id);
      if (!organization) throw notFound('There is no such organization.');
      return organization;
    });
  } catch (error) {
    if (error instanceof UniqueViolation) throw badRequest(`The slug "${slug}" is taken. Choose another one.`);
    throw error;
  }
};
