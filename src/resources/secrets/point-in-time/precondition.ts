import type { ProjectAccess } from '../../../access/project-access.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import type { FolderRef } from '../folders/rules.ts';
import { requireSecretAction } from '../secrets/guard.ts';
import { findByNames, findFolder, findOwner, type SecretKind, type StoredSecret } from '../secrets/writing/find.ts';
import { secretSubjectFields } from '../../../access/secret-fields.ts';

/** What a change expects of a secret: its version, or 0 if it must not exist. */
export interface Expectation {
  readonly change: 'create' | 'update' | 'delete';
  readonly kind: SecretKind;
  readonly key: string;
  readonly version: number;
}

interface Item {
  readonly secretKey: string;
  readonly newSecretName?: string | undefined;
  readonly expectedVersion?: number | undefined;
}

interface Lists {
  readonly create?: readonly Item[];
  readonly update?: readonly Item[];
  readonly delete?: readonly Item[];
}

/** Reads what a batch expects. A name that the batch itself frees may be created, whoever has it now. */
export const expectationsOf = (
  { create = [], update = [], delete: remove = [] }: Lists,
  kind: SecretKind,
): Expectation[] => {
  const renamed = update.filter(({ secretKey, newSecretName = secretKey }) => newSecretName !== secretKey);
  const freed = new Set([...remove, ...renamed].map(({ secretKey }) => secretKey));
  const expectations = (change: Expectation['change'], items: readonly Item[]): Expectation[] =>
    items.flatMap(({ secretKey: key, expectedVersion: version }) =>
      version === undefined ? [] : [{ change, kind, key, version }],
    );
  return [
    ...expectations('delete', remove),
    ...expectations('update', update),
    ...expectations(
      'create',
      create.filter(({ secretKey }) => !freed.has(secretKey)),
    ),
  ];
};

const actions = { create: 'create', update: 'edit', delete: 'delete' };

/** Shows a conflict; the present version only to a caller who may describe the secret. */
const conflictView = (
  project: ProjectAccess,
  folderRef: FolderRef,
  { change, kind, key, version }: Expectation,
  found: StoredSecret | undefined,
) => {
  const fields = secretSubjectFields(folderRef, key, found?.tags ?? []);
  const row = found && project.allows('describeSecret', 'secrets', fields) ? found.row : undefined;
  return {
    change,
    type: kind,
    secretKey: key,
    expectedVersion: version,
    version: row?.version ?? null,
    updatedAt: row?.updatedAt ?? null,
    actor: row ? { actorId: row.actorId, actorType: row.actorType, name: row.actorName } : null,
  };
};

const versionConflict = (conflicts: readonly ReturnType<typeof conflictView>[]): ServiceError =>
  new ServiceError(
    409,
    'VersionConflict',
    'Somebody else has changed, deleted or created a secret of this batch. Nothing was changed: read these secrets again, and decide anew.',
    { details: { conflicts } },
  );

/** 409 unless all secrets of a folder are as expected; they stay so until the transaction ends. */
export const requireExpectedVersions = async (
  tx: Scope,
  project: ProjectAccess,
  folderRef: FolderRef,
  expectations: readonly Expectation[],
): Promise<void> => {
  if (expectations.length === 0) return;
  const folder = await findFolder(tx, project.row.id, folderRef);
  const conflicts: ReturnType<typeof conflictView>[] = [];
  for (const kind of ['shared', 'personal'] as const) {
    const expected = expectations.filter((one) => one.kind === kind);
    if (expected.length === 0) continue;
    const keys = [...new Set(expected.map(({ key }) => key))];
    const found = await findByNames(tx, folder, findOwner(tx, kind), keys);
    for (const one of expected) {
      const stored = found.get(one.key);
      if ((stored?.row.version ?? 0) === one.version) continue;
      // Only for those who may make the change: others learn nothing about the secret.
      requireSecretAction(project, actions[one.change], folderRef, one.key, stored?.tags ?? []);
      conflicts.push(conflictView(project, folderRef, one, stored));
    }
  }
  if (conflicts.length > 0) throw versionConflict(conflicts);
};
