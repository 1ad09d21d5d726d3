import { secretBytes } from '../../../platform/crypto/random-secrets.ts';
import type { Db } from '../../../platform/db/knex/queries.ts';
import { Statement } from '../../../platform/db/knex/statement.ts';

/**
 * 48 random bits. A counter would repeat numbers after a failover to a replica that lacks the last commits, or after a
 * restore, while a running server still has entries cached under them.
 */
const newRevision = (): number => secretBytes(6).readUIntBE(0, 6);

const projectAccessBump = new Statement<never, { projectId: string; revision: number }>((db, param) =>
  db('projects')
    .where({ id: param('projectId') })
    .update({ accessRevision: param('revision') }),
);

/** Call it with every change of what somebody may do in the project; rules cached before are not used any more. */
export const bumpProjectAccess = async (db: Db, projectId: string): Promise<void> => {
  await db.prepared(projectAccessBump, { projectId, revision: newRevision() });
};

/** Does the same for the organization that has that group, membership or role. */
export const bumpOrganizationAccess = async (
  db: Db,
  table: 'groups' | 'organization_memberships' | 'organization_roles',
  id: string,
): Promise<void> => {
  const owner = db(table).where({ id }).select('organizationId');
  await db('organizations').whereIn('id', owner).update({ accessRevision: newRevision() });
};
