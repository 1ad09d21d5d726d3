import type { ProjectAccess } from '../../../../access/project-access.ts';
import type { FolderChange } from '../../../../events/recorder.ts';
import type { Scope } from '../../../../scope.ts';
import { ofProject } from '../../../../transaction-keys.ts';
import type { FolderRef } from '../../folders/rules.ts';
import { type AuditEntryBuilder, recordEffects } from '../effects.ts';
import { refuseTaken, requireSecretAction, requireSomeOfEach } from '../guard.ts';
import { checkMetadata, emptyState, stateAfter, tagsAfter, type Tag } from '../state.ts';
import { withValue, type DecryptedSecret } from '../view.ts';
import { findForChange, findOwner, type SecretKind } from './find.ts';
import { reminderRequest, type ContentChange } from './input.ts';
import { insertSecrets, type NewSecretDraft } from './write.ts';

/** A secret to create; undefined fields of its content are empty. */
export interface NewSecret {
  readonly key: string;
  readonly content: ContentChange;
}

/** 403 unless the caller may create each of these. */
const requireCreation = (
  project: ProjectAccess,
  folderRef: FolderRef,
  secrets: readonly NewSecret[],
  tags: ReadonlyMap<string, Tag>,
): void => {
  for (const { key, content } of secrets)
    requireSecretAction(project, 'create', folderRef, key, tagsAfter([], content, tags));
};

const draftOf = ({ key, content }: NewSecret, tags: ReadonlyMap<string, Tag>): NewSecretDraft => ({
  key,
  state: stateAfter(emptyState, content, tags),
  reminder: reminderRequest(content),
});

/** Creates these secrets in a folder: all of them, or none. */
export const addSecrets = (
  scope: Scope,
  project: ProjectAccess,
  { folderRef, kind }: { folderRef: FolderRef; kind: SecretKind },
  secrets: readonly NewSecret[],
  entry: AuditEntryBuilder,
): Promise<DecryptedSecret[]> => {
  const keys = secrets.map(({ key }) => key);
  requireSomeOfEach(project, 'create', folderRef, keys);
  const owner = findOwner(scope, kind);
  return scope.transaction(ofProject(project.row), async (tx) => {
    const projectId = project.row.id;
    const {
      folder,
      tags,
      secrets: taken,
      encryptionKey,
      audience,
    } = await findForChange(tx, projectId, folderRef, owner, secrets);
    requireCreation(project, folderRef, secrets, tags);
    checkMetadata(
      project.row,
      secrets.map(({ content }) => content),
    );
    refuseTaken([...taken.keys()], folderRef);

    const drafts = secrets.map((secret) => draftOf(secret, tags));
    const created = await insertSecrets(tx, projectId, folder, owner, drafts, encryptionKey);
    const changes: FolderChange[] = kind === 'shared' ? [{ kind: 'secret:create', folder, keys }] : [];
    await recordEffects(tx, project.row, changes, { entries: [entry('create', folderRef, created)], audience });
    return created.map(withValue);
  });
};
