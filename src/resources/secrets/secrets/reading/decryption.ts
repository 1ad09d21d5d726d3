import type { DataKey } from '../../../../platform/crypto/sealing.ts';
import { answerTooLarge } from '../../../../platform/errors.ts';
import { isTimeUp, yieldToEventLoop } from '../../../../platform/event-loop.ts';
import type { Scope } from '../../../../scope.ts';
import { keyOf } from '../../../project/data-keys/encryption.ts';
import { Expansion } from './expand.ts';
import type { ReferenceGraph, SecretToShow } from './graph.ts';
import type { FoundSecret } from './readable-secret.ts';
import { decryptComment, decryptMetadata, decryptValue } from '../encryption.ts';
import type { SecretWithContent } from '../store.ts';
import type { DecryptedSecret } from '../view.ts';

type Means = Pick<Scope, 'stores' | 'dataKeys' | 'config'>;

/** Secrets that are to be shown. */
export interface EncryptedAnswer {
  readonly seen: readonly SecretToShow[];
  /** Only if references are to be replaced. */
  readonly graph: ReferenceGraph | undefined;
  /** Without it no value is shown, whatever the reader may do. */
  readonly showsValues: boolean;
}

/** The keys that these were sealed with. */
const keysOf = async (means: Means, secrets: readonly FoundSecret[]): Promise<(row: SecretWithContent) => DataKey> => {
  const keys = new Map<string, DataKey>();
  for (const {
    row: { dataKeyId },
  } of secrets)
    if (!keys.has(dataKeyId)) keys.set(dataKeyId, await keyOf(means, dataKeyId));
  return ({ dataKeyId }) => keys.get(dataKeyId)!;
};

/** The least that the JSON of a secret takes besides its texts. */
const minOverhead = 500;

/**
 * 400 once there is more than one answer holds, before it is written out: a secret may be imported any number of times.
 */
const sizeCheck = (limit: number) => {
  let total = 0;
  return ({ value = '', comment, metadata }: DecryptedSecret): void => {
    total += minOverhead + value.length + comment.length + metadata.reduce((sum, entry) => sum + entry.value.length, 0);
    if (total > limit) throw answerTooLarge(limit);
  };
};

/** Takes about a tenth of a millisecond to decrypt. */
const largeValue = 32_768;

/** Opens what the reader may see, each value once. */
export const decryptAll = async (
  means: Means,
  { seen, graph, showsValues }: EncryptedAnswer,
): Promise<DecryptedSecret[]> => {
  const keyFor = await keysOf(means, seen.map(({ found }) => found).concat(graph?.used ?? []));
  const values = new Map<SecretWithContent, string>();
  const valueOf = ({ row }: FoundSecret): string => {
    let value = values.get(row);
    if (value === undefined)
      values.set(row, (value = decryptValue(keyFor(row), { secretId: row.id, version: row.version }, row)));
    return value;
  };
  const expansion = graph && new Expansion(graph, ({ found }) => valueOf(found));
  const shownValue = (one: SecretToShow): string | undefined => {
    if (!showsValues || !one.found.isReadable) return undefined;
    const node = graph?.nodeOf(one);
    return node ? expansion!.expand(node) : valueOf(one.found);
  };

  const opened: DecryptedSecret[] = [];
  const check = sizeCheck(means.config.answerLimit);
  for (const [index, one] of seen.entries()) {
    const { row, folder, tags } = one.found;
    // A small one takes a few microseconds.
    if ((index % 32 === 31 || row.sealedValue.length > largeValue) && isTimeUp()) await yieldToEventLoop();
    const of = { secretId: row.id, version: row.version };
    const node = graph?.nodeOf(one);
    if (node && showsValues && one.found.isReadable) await expansion!.prepare(node);
    const value = shownValue(one);
    const metadata = value === undefined ? row.metadata : decryptMetadata(keyFor(row), of, row.metadata);
    const shown = { row, place: folder.place, tags, value, comment: decryptComment(keyFor(row), of, row), metadata };
    check(shown);
    opened.push(shown);
  }
  return opened;
};
