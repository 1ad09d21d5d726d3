import type { ProjectAccess } from '../../../../access/project-access.ts';
import type { Audience, FolderChange } from '../../../../events/recorder.ts';
import type { Scope } from '../../../../scope.ts';
import { ofProject } from '../../../../transaction-keys.ts';
import type { FolderRef } from '../../folders/rules.ts';
import type { FolderWithPath } from '../../folders/store.ts';
import { type AuditEntryBuilder, recordEffects } from '../effects.ts';
import { refuseMissing, refuseTaken, requireSecretAction, requireSomeOfEach } from '../guard.ts';
import { refuseDisclosure } from '../reading/disclosure.ts';
import { checkMetadata, checkRetagging, decryptState, emptyState, stateAfter, tagsAfter, type Tag } from '../state.ts';
import { withReadableValue, withValue, type DecryptedSecret } from '../view.ts';
import { findForChange, findOwner, type FoundForChange, type SecretKind, type StoredSecret } from './find.ts';
import { hasChanges, reminderRequest, type ContentChange } from './input.ts';
import { refuseRotated } from './rotated.ts';
import { insertSecrets, replaceSecrets, type SecretWithState } from './write.ts';

/** A requested change of one secret. */
export interface SecretChange {
  readonly folderRef: FolderRef;
  readonly key: string;
  /** The new name; undefined if it stays. */
  readonly newKey: string | undefined;
  readonly content: ContentChange;
}

/** What to do about secrets that do not exist. */
export type IfMissing = 'fail' | 'ignore' | 'create';

/** How to change secrets. */
interface Manner {
  readonly kind: SecretKind;
  readonly ifMissing: IfMissing;
}

/** What a change did to one secret. */
interface Outcome {
  readonly change: SecretChange;
  readonly secret: SecretWithState;
  readonly happened: 'created' | 'changed' | 'nothing';
}

const nameAfter = ({ key, newKey }: SecretChange): string => newKey ?? key;

/**
 * 403 unless the caller may edit the secret with its current name and tags, and with the new ones; a secret that does
 * not exist is authorized as if it had no tags.
 */
const requireChange = (
  project: ProjectAccess,
  change: SecretChange,
  before: StoredSecret | undefined,
  tags: ReadonlyMap<string, Tag>,
  ifMissing: IfMissing,
): void => {
  const { folderRef, key, content } = change;
  const tagsNow = before?.tags ?? [];
  requireSecretAction(project, 'edit', folderRef, key, tagsNow);
  if (before) {
    const tagsThen = tagsAfter(tagsNow, content, tags);
    requireSecretAction(project, 'edit', folderRef, nameAfter(change), tagsThen);
  } else if (ifMissing === 'create')
    requireSecretAction(project, 'create', folderRef, nameAfter(change), tagsAfter([], content, tags));
};

/** 403 unless the caller may make all of these changes in one folder. */
const authorize = async (
  tx: Scope,
  project: ProjectAccess,
  { folder, secrets, tags }: FoundForChange,
  changes: readonly SecretChange[],
  ifMissing: IfMissing,
): Promise<void> => {
  for (const change of changes) requireChange(project, change, secrets.get(change.key), tags, ifMissing);
  const relabelled = changes.flatMap((change) => {
    const before = secrets.get(change.key);
    return before
      ? [{ before, keyAfter: nameAfter(change), tagsAfter: tagsAfter(before.tags, change.content, tags) }]
      : [];
  });
  await refuseDisclosure(tx, project, folder, relabelled);
};

/** 400 for new names that other secrets have. */
const refuseTakenNames = async (
  { stores }: Scope,
  { folder, secrets }: FoundForChange,
  changes: readonly SecretChange[],
): Promise<void> => {
  const names = changes.filter((change) => nameAfter(change) !== change.key || !secrets.has(change.key)).map(nameAfter);
  if (names.length === 0) return;
  const taken = await stores.secrets.findByKeys(folder.id, names, 'unencrypted');
  refuseTaken(
    taken.map(({ key }) => key),
    folder,
  );
};

/** 404 or 400 unless all of these changes are possible in one folder. */
const check = async (
  tx: Scope,
  project: ProjectAccess,
  found: FoundForChange,
  changes: readonly SecretChange[],
  { kind, ifMissing }: Manner,
): Promise<void> => {
  const { folder, secrets } = found;
  checkMetadata(
    project.row,
    changes.map(({ content }) => content),
  );
  const missing = changes.filter(({ key }) => !secrets.has(key));
  if (ifMissing === 'fail')
    refuseMissing(
      missing.map(({ key }) => key),
      folder,
    );
  const rotated = changes.filter(({ newKey, content }) => newKey !== undefined || content.value !== undefined);
  await refuseRotated(
    tx,
    rotated.flatMap(({ key }) => secrets.get(key)?.row ?? []),
    'change the name or value of',
  );
  for (const { key, content } of changes) checkRetagging(secrets.get(key)?.tags ?? [], content);
  const made = ifMissing === 'create' ? changes : changes.filter(({ key }) => secrets.has(key));
  if (kind === 'shared') await refuseTakenNames(tx, found, made);
};

/** Writes the changes of secrets that exist. */
const replaceExisting = async (
  tx: Scope,
  projectId: string,
  { folder, secrets, tags, encryptionKey }: FoundForChange,
  changes: readonly SecretChange[],
): Promise<Outcome[]> => {
  const outcomes: Outcome[] = [];
  const replacements = [];
  for (const change of changes) {
    const { content, newKey } = change;
    const { row, tags: tagsBefore } = secrets.get(change.key)!;
    const before = await decryptState(tx, row, tagsBefore, content.value);
    const state = stateAfter(before, content, tags);
    if (newKey === undefined && !hasChanges(content))
      outcomes.push({ change, secret: { row, state, folderRef: folder }, happened: 'nothing' });
    else replacements.push({ change, before: row, key: nameAfter(change), state, reminder: reminderRequest(content) });
  }
  const replaced = await replaceSecrets(tx, projectId, folder, replacements, encryptionKey);
  const changeOf = new Map(replacements.map(({ before, change }) => [before.id, change]));
  for (const secret of replaced) outcomes.push({ change: changeOf.get(secret.row.id)!, secret, happened: 'changed' });
  return outcomes;
};

/** Writes those that do not exist as new secrets. */
const createMissing = async (
  tx: Scope,
  projectId: string,
  { folder, tags, encryptionKey }: FoundForChange,
  owner: string,
  changes: readonly SecretChange[],
): Promise<Outcome[]> => {
  const drafts = changes.map((change) => ({
    key: nameAfter(change),
    state: stateAfter(emptyState, change.content, tags),
    reminder: reminderRequest(change.content),
  }));
  const changeOf = new Map(changes.map((change) => [nameAfter(change), change]));
  const created = await insertSecrets(tx, projectId, folder, owner, drafts, encryptionKey);
  return created.map((secret) => ({ change: changeOf.get(secret.row.key)!, secret, happened: 'created' }));
};

/** Applies the changes in one folder. */
const changeIn = async (
  tx: Scope,
  project: ProjectAccess,
  found: FoundForChange,
  changes: readonly SecretChange[],
  manner: Manner,
): Promise<Outcome[]> => {
  await authorize(tx, project, found, changes, manner.ifMissing);
  await check(tx, project, found, changes, manner);
  const existing = changes.filter(({ key }) => found.secrets.has(key));
  const missing = manner.ifMissing === 'create' ? changes.filter(({ key }) => !found.secrets.has(key)) : [];
  return [
    ...(await replaceExisting(tx, project.row.id, found, existing)),
    ...(await createMissing(tx, project.row.id, found, findOwner(tx, manner.kind), missing)),
  ];
};

/** Returns what happened in one folder; a renamed secret is reported under both names. */
const folderChanges = (folder: FolderWithPath, outcomes: readonly Outcome[]): FolderChange[] => {
  const of = (happened: Outcome['happened']) =>
    outcomes.filter((outcome) => outcome.happened === happened).map(({ change }) => change);
  const updated = of('changed').flatMap((change) => [change.key, nameAfter(change)]);
  return [
    { kind: 'secret:create', folder, keys: of('created').map(nameAfter) },
    { kind: 'secret:update', folder, keys: [...new Set(updated)] },
  ];
};

const shownAfter = (project: ProjectAccess, { secret, happened }: Outcome): DecryptedSecret =>
  happened === 'created' ? withValue(secret) : withReadableValue(project, secret);

/** Groups the changes by folder, in the order of the first change of each. */
const byFolder = (changes: readonly SecretChange[]): SecretChange[][] => {
  const groups = new Map<string, SecretChange[]>();
  for (const change of changes) {
    const key = `${change.folderRef.environment}:${change.folderRef.path}`;
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push(change);
  }
  return [...groups.values()];
};

/**
 * Changes secrets of one or several folders: all of them, or none. `folderRef` is the folder that the audit log names.
 * Values of secrets that nothing was changed about are recorded as read.
 */
export const changeSecrets = async (
  scope: Scope,
  project: ProjectAccess,
  { folderRef, ...manner }: Manner & { readonly folderRef: FolderRef },
  changes: readonly SecretChange[],
  entry: AuditEntryBuilder,
): Promise<DecryptedSecret[]> => {
  for (const change of changes) {
    requireSomeOfEach(project, 'edit', change.folderRef, [change.key, nameAfter(change)]);
    if (manner.ifMissing === 'create') requireSomeOfEach(project, 'create', change.folderRef, [nameAfter(change)]);
  }
  const owner = findOwner(scope, manner.kind);
  const outcomes = await scope.transaction(ofProject(project.row), async (tx) => {
    const done = new Map<SecretChange, Outcome>();
    const recorded: FolderChange[] = [];
    let audience: Audience | undefined;
    for (const here of byFolder(changes)) {
      const found = await findForChange(tx, project.row.id, here[0]!.folderRef, owner, here);
      audience = found.audience;
      const outcomesHere = await changeIn(tx, project, found, here, manner);
      for (const outcome of outcomesHere) done.set(outcome.change, outcome);
      if (manner.kind === 'shared') recorded.push(...folderChanges(found.folder, outcomesHere));
    }
    const inOrder = changes.flatMap((change) => done.get(change) ?? []);
    const changed = inOrder.filter(({ happened }) => happened !== 'nothing').map(({ secret }) => secret);
    if (changed.length > 0)
      await recordEffects(tx, project.row, recorded, { entries: [entry('update', folderRef, changed)], audience });
    return inOrder;
  });
  recordUnchanged(scope, project, outcomes, (secrets) => entry('get', folderRef, secrets));
  return outcomes.map((outcome) => shownAfter(project, outcome));
};

/** Records the secrets whose values are shown although nothing was changed about them. */
const recordUnchanged = (
  { audit }: Scope,
  project: ProjectAccess,
  outcomes: readonly Outcome[],
  entry: (secrets: readonly SecretWithState[]) => ReturnType<AuditEntryBuilder>,
): void => {
  const read = outcomes.filter(
    (outcome) => outcome.happened === 'nothing' && shownAfter(project, outcome).value !== undefined,
  );
  if (read.length > 0) audit.recordRead({ project: project.row, ...entry(read.map(({ secret }) => secret)) });
};
