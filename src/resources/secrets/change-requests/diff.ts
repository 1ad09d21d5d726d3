import type { ProjectAccess } from '../../../access/project-access.ts';
import { responseTooLarge } from '../../../platform/errors.ts';
import { isTimeUp, yieldToEventLoop } from '../../../platform/event-loop.ts';
import type { Scope } from '../../../scope.ts';
import { findDataKey } from '../../project/data-keys/encryption.ts';
import type { TagRow } from '../../project/tags/store.ts';
import type { EncryptedColumns, MetadataEntry } from '../secrets/columns.ts';
import { decryptContent } from '../secrets/encryption.ts';
import type { Tag } from '../secrets/state.ts';
import { hiddenValue } from '../secrets/view.ts';
import { mayReadValue, type RequestedChange } from './changes.ts';

/** A version of a secret beside which a change is shown. */
export interface ComparedVersion {
  readonly id: string;
  readonly version: number;
  readonly key: string;
  readonly value: string;
  readonly comment: string;
  readonly metadata: readonly MetadataEntry[];
  readonly tags: readonly Tag[];
  readonly skipMultilineEncoding: boolean | null;
}

/** A change beside what is stored now, and what it was based on. */
export interface Diff {
  readonly change: RequestedChange;
  /** Whether the values are shown. */
  readonly isVisible: boolean;
  readonly now: ComparedVersion | undefined;
  readonly base: ComparedVersion | undefined;
}

interface StoredVersion extends EncryptedColumns {
  readonly key: string;
  readonly version: number;
  readonly metadata: readonly MetadataEntry[];
  readonly skipMultilineEncoding: boolean | null;
}

const decrypt = async (
  scope: Pick<Scope, 'stores' | 'dataKeys'>,
  id: string,
  row: StoredVersion,
  tags: readonly Tag[],
): Promise<ComparedVersion> => {
  const { key, version, skipMultilineEncoding } = row;
  const content = decryptContent(await findDataKey(scope, row.dataKeyId), { secretId: id, version }, row);
  return { id, version, key, tags, skipMultilineEncoding, ...content };
};

const lengthOf = ({ commit, now }: RequestedChange): number =>
  commit.sealedContent.length + 2 * (now ? now.sealedValue.length + now.sealedComment.length : 0);

/** Puts each change beside what is stored now, and what it was based on; 400 if that is more than a response may be. */
export const diffsOf = async (
  scope: Scope,
  project: ProjectAccess,
  changes: readonly RequestedChange[],
): Promise<Diff[]> => {
  const { stores, config } = scope;
  if (changes.reduce((sum, change) => sum + lengthOf(change), 0) > config.answerLimit)
    throw responseTooLarge(config.answerLimit);
  const bases = await stores.secretVersions.findMany(
    changes.flatMap(({ commit: { secretId, baseVersion } }) =>
      secretId === null ? [] : [{ secretId, version: baseVersion! }],
    ),
  );
  const tagIds = [...new Set(bases.flatMap((row) => row.tagIds))];
  const tags: readonly TagRow[] = tagIds.length > 0 ? await stores.tags.findMany(project.row.id, tagIds) : [];
  const diffs: Diff[] = [];
  for (const change of changes) {
    if (isTimeUp()) await yieldToEventLoop();
    const { commit, now, tagsNow } = change;
    const row = bases.find(({ secretId, version }) => secretId === commit.secretId && version === commit.baseVersion);
    const tagsThen = tags.filter(({ id }) => row?.tagIds.includes(id));
    diffs.push({
      change,
      isVisible: mayReadValue(project, change),
      now: now && (await decrypt(scope, now.id, now, tagsNow)),
      base: row && (await decrypt(scope, row.secretId, row, tagsThen)),
    });
  }
  return diffs;
};

const masked = (entry: MetadataEntry): MetadataEntry => ({ ...entry, value: hiddenValue });

export const metadataView = (metadata: readonly MetadataEntry[], isVisible: boolean): MetadataEntry[] =>
  metadata.map((entry) => (isVisible ? entry : masked(entry)));

const classes = [
  ['empty', 0],
  ['1-15', 15],
  ['16-31', 31],
  ['32-63', 63],
  ['64-127', 127],
  ['128-255', 255],
] as const;

/** What everybody may know of a new value: about how long it is, and whether it is the current one. */
export const valueChangeOf = ({ change: { content }, now }: Pick<Diff, 'change' | 'now'>) => {
  const { value } = content;
  if (value === undefined) return null;
  const [length = '256-' as const] = classes.find(([, longest]) => value.length <= longest) ?? [];
  return { length, isSame: value === now?.value };
};
