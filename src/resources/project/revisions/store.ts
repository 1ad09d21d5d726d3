import { changeOf } from '../../../access/access-changes.ts';
import { publicBytes } from '../../../platform/crypto/random-ids.ts';
import type { Db } from '../../../platform/db/knex/queries.ts';
import { Statement } from '../../../platform/db/knex/statement.ts';

/**
 * 48 random bits. A counter would repeat numbers after a failover to a replica that lacks the last commits, or after a
 * restore, while a running server still has entries cached under them.
 */
const newRevision = (): number => publicBytes(6).readUIntBE(0, 6);

const dataBump = new Statement<never, { projectId: string; revision: number }>((db, param) =>
  db('project_revisions')
    .where({ projectId: param('projectId') })
    .update({ dataRevision: param('revision') }),
);
const projectAccessBump = new Statement<never, { projectId: string; revision: number }>((db, param) =>
  db('project_revisions')
    .where({ projectId: param('projectId') })
    .update({ accessRevision: param('revision'), accessChanges: '' }),
);
/** Adds to the list of changes, whose oldest ones are cut off. */
const memberAccessBump = new Statement<never, { projectId: string; revision: number; start: string; end: string }>(
  (db, param) =>
    db('project_revisions')
      .where({ projectId: param('projectId') })
      .update({
        accessRevision: param('revision'),
        accessChanges: db.raw('substr(cast(? as text) || cast(?? as text) || cast(? as text) || ??, 1, 600)', [
          param('start'),
          'accessRevision',
          param('end'),
          'accessChanges',
        ]),
      }),
);

/**
 * Call it with every change that a response about the project's secrets can show; responses cached before are not sent
 * any more. The updates are the last statements of the transaction, one for each project and always in the same order,
 * because others change the data of importing projects meanwhile.
 */
export const bumpData = (db: Db, projectId: string): void =>
  db.atEnd(`dataRevision ${projectId}`, (tx) => tx.write(dataBump, { projectId, revision: newRevision() }));

/** Bumps the projects of these rows. */
export const bumpDataOf = (db: Db, rows: readonly { readonly projectId: string }[]): void => {
  for (const projectId of new Set(rows.map((row) => row.projectId))) bumpData(db, projectId);
};

/** Bumps also the other projects that import folders of this one. */
export const bumpDataWithImporters = async (db: Db, projectId: string): Promise<void> => {
  bumpData(db, projectId);
  const importers = await db('secret_imports as i')
    .join('secret_folders as f', 'f.id', 'i.sourceFolderId')
    .where({ 'f.projectId': projectId })
    .whereNot({ 'i.projectId': projectId })
    .distinct<{ projectId: string }[]>('i.projectId');
  bumpDataOf(db, importers);
};

/** Call it with every change of what somebody may do in the project; rules cached before are not used any more. */
export const bumpProjectAccess = (db: Db, projectId: string): void =>
  db.write(projectAccessBump, { projectId, revision: newRevision() });

/** Call it with a change of what one member may do in the project: rules cached for other members stay in use. */
export const bumpMemberAccess = (
  db: Db,
  { projectId, membershipId }: { readonly projectId: string; readonly membershipId: string | null },
): void => {
  // The members of a group are many.
  if (membershipId === null) return bumpProjectAccess(db, projectId);
  const revision = newRevision();
  db.write(memberAccessBump, { projectId, revision, ...changeOf(revision, membershipId) });
};

/** Does the same for the organization that has that group, membership or role. */
export const bumpOrganizationAccess = (
  db: Db,
  table: 'groups' | 'organization_memberships' | 'organization_roles',
  id: string,
): void => {
  const owner = db(table).where({ id }).select('organizationId');
  db.write(db('organizations').whereIn('id', owner).update({ accessRevision: newRevision() }));
};
