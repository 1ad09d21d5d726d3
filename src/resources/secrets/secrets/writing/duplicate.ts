import type { ProjectAccess } from '../../../../access/project-access.ts';
import type { Scope } from '../../../../scope.ts';
import { findEncryptionKey } from '../../../project/data-keys/encryption.ts';
import type { FolderWithPath } from '../../folders/store.ts';
import { auditedSecret, recordEffects } from '../effects.ts';
import { requireSecretAction } from '../guard.ts';
import {
  emptyState,
  checkMetadata,
  decryptState,
  stateAfter,
  tagsAfter,
  type SecretState,
  type Tag,
} from '../state.ts';
import type { SecretRow } from '../store.ts';
import type { StoredSecret } from './find.ts';
import { hasChanges, type ContentChange } from './input.ts';
import { checkTransfer, findTransfer, auditedTransfer, type Pair, type Transfer } from './transfer.ts';
import { insertSecrets, replaceSecrets } from './write.ts';
import { ofProject } from '../../../../transaction-keys.ts';

/** Which parts of the secrets are copied, besides their names. */
export interface CopiedParts {
  readonly value: boolean;
  readonly comment: boolean;
  readonly tags: boolean;
  readonly metadata: boolean;
  readonly skipMultilineEncoding: boolean;
}

export interface Duplicate {
  readonly source: SecretRow;
  /** The copy, or the existing secret of the same name. */
  readonly destination: SecretRow;
}

/** Returns the permission to copy the secret: encrypted metadata is shown only together with the value. */
const actionFor = (copied: CopiedParts, { row }: StoredSecret): string =>
  copied.value || (copied.metadata && row.metadata.some(({ isEncrypted }) => isEncrypted))
    ? 'readValue'
    : 'describeSecret';

const contentOf = (state: SecretState, copied: CopiedParts): ContentChange => ({
  ...(copied.value && { value: state.value, references: state.references }),
  ...(copied.comment && { comment: state.comment }),
  ...(copied.tags && { tagIds: state.tags.map(({ id }) => id) }),
  ...(copied.metadata && { metadata: state.metadata }),
  ...(copied.skipMultilineEncoding && { skipMultilineEncoding: state.skipMultilineEncoding }),
});

const byId = (tags: readonly Tag[]): Map<string, Tag> => new Map(tags.map((tag) => [tag.id, tag]));

const tagsThere =
  ({ tags: areCopied }: CopiedParts) =>
  ({ source, target }: Pair): readonly Tag[] =>
    tagsAfter(target?.tags ?? [], areCopied ? { tagIds: source.tags.map(({ id }) => id) } : {}, byId(source.tags));

/** Creates the copies or changes the existing secrets, and returns the created and changed ones by name. */
const copy = async (
  tx: Scope,
  { row: project }: ProjectAccess,
  destination: FolderWithPath,
  pairs: readonly Pair[],
  copied: CopiedParts,
): Promise<Map<string, SecretRow>> => {
  const made = [];
  const changed = [];
  for (const { source, target } of pairs) {
    const content = contentOf(await decryptState(tx, source.row, source.tags), copied);
    checkMetadata(project, [content]);
    const before = target ? await decryptState(tx, target.row, target.tags) : emptyState;
    const state = stateAfter(before, content, byId(source.tags));
    if (!target) made.push({ key: source.row.key, state });
    else if (hasChanges(content)) changed.push({ before: target.row, key: target.row.key, state });
  }
  const encryptionKey = await findEncryptionKey(tx, project.id);
  const written = [
    ...(await insertSecrets(tx, project.id, destination, '', made, encryptionKey)),
    ...(await replaceSecrets(tx, project.id, destination, changed, encryptionKey)),
  ];
  return new Map(written.map(({ row }) => [row.key, row]));
};

/** Copies shared secrets into another folder of the project: all of them, or none. */
export const duplicateSecretsTo = (
  scope: Scope,
  project: ProjectAccess,
  transfer: Transfer,
  copied: CopiedParts,
): Promise<Duplicate[]> => {
  checkTransfer(project, transfer, [copied.value ? 'readValue' : 'describeSecret']);
  return scope.transaction(ofProject(project.row), async (tx) => {
    const { destination, pairs } = await findTransfer(tx, project, transfer, {
      requireDeparture: (secret) =>
        requireSecretAction(project, actionFor(copied, secret), transfer.source, secret.row.key, secret.tags),
      tagsThere: tagsThere(copied),
      verb: 'copy',
    });
    const written = await copy(tx, project, destination, pairs, copied);

    if (written.size > 0) {
      const keysOf = (isNew: boolean): string[] =>
        pairs
          .filter(({ source, target }) => written.has(source.row.key) && (target === undefined) === isNew)
          .map(({ source }) => source.row.key);
      const metadata = { ...auditedTransfer(transfer), secrets: [...written.values()].map(auditedSecret) };
      await recordEffects(
        tx,
        project.row,
        [
          { kind: 'secret:create', folder: destination, keys: keysOf(true) },
          { kind: 'secret:update', folder: destination, keys: keysOf(false) },
        ],
        { entries: [{ type: 'duplicate-secret', metadata }] },
      );
    }
    return pairs.map(({ source, target }) => ({
      source: source.row,
      destination: written.get(source.row.key) ?? target!.row,
    }));
  });
};
