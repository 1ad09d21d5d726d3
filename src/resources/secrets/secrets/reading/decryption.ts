import type { DataKey } from '../../../../platform/crypto/sealing.ts';
import { responseTooLarge } from '../../../../platform/errors.ts';
import { isTimeUp, yieldToEventLoop } from '../../../../platform/event-loop.ts';
import type { Scope } from '../../../../scope.ts';
import { findDataKey } from '../../../project/data-keys/encryption.ts';
import { Expansion } from './expand.ts';
import type { ReferenceGraph, SecretToShow } from './graph.ts';
import type { FoundSecret } from './readable-secret.ts';
import { decryptComment, decryptMetadata, decryptValue } from '../encryption.ts';
import type { SecretWithContent } from '../store.ts';
import type { DecryptedSecret } from '../view.ts';

type Deps = Pick<Scope, 'stores' | 'dataKeys' | 'config'>;

/** The secrets of a response, not yet decrypted. */
export interface EncryptedResponse {
  readonly toShow: readonly SecretToShow[];
  /** Undefined unless references are replaced. */
  readonly graph: ReferenceGraph | undefined;
  /** If false, no value is shown, whatever the reader may read. */
  readonly showsValues: boolean;
}

/** Returns a function that finds the data key of each of these secrets. */
const findDataKeys = async (
  deps: Deps,
  secrets: readonly FoundSecret[],
): Promise<(row: SecretWithContent) => DataKey> => {
  const keys = new Map<string, DataKey>();
  for (const {
    row: { dataKeyId },
  } of secrets)
    if (!keys.has(dataKeyId)) keys.set(dataKeyId, await findDataKey(deps, dataKeyId));
  return ({ dataKeyId }) => keys.get(dataKeyId)!;
};

/** The least number of bytes that the JSON of a secret takes in addition to its texts. */
const minOverhead = 500;

/**
 * Throws 400 once the response exceeds its size limit, before it is serialized: a secret may be imported any number of
 * times.
 */
const sizeCheck = (limit: number) => {
  let total = 0;
  return ({ value = '', comment, metadata }: DecryptedSecret): void => {
    total += minOverhead + value.length + comment.length + metadata.reduce((sum, entry) => sum + entry.value.length, 0);
    if (total > limit) throw responseTooLarge(limit);
  };
};

/** Takes about a tenth of a millisecond to decrypt. */
const largeValue = 32_768;

/** Decrypts what the reader may see, each value once. */
export const decryptAll = async (
  deps: Deps,
  { toShow, graph, showsValues }: EncryptedResponse,
): Promise<DecryptedSecret[]> => {
  const keyFor = await findDataKeys(deps, toShow.map(({ secret }) => secret).concat(graph?.used ?? []));
  const values = new Map<SecretWithContent, string>();
  const valueOf = ({ row }: FoundSecret): string => {
    let value = values.get(row);
    if (value === undefined)
      values.set(row, (value = decryptValue(keyFor(row), { secretId: row.id, version: row.version }, row)));
    return value;
  };
  const expansion = graph && new Expansion(graph, ({ secret }) => valueOf(secret));
  const shownValue = (one: SecretToShow): string | undefined => {
    if (!showsValues || !one.secret.isReadable) return undefined;
    const node = graph?.nodeOf(one);
    return node ? expansion!.expand(node) : valueOf(one.secret);
  };

  const secrets: DecryptedSecret[] = [];
  const check = sizeCheck(deps.config.answerLimit);
  for (const [index, one] of toShow.entries()) {
    const { row, folder, tags } = one.secret;
    // A small value takes a few microseconds to decrypt.
    if ((index % 32 === 31 || row.sealedValue.length > largeValue) && isTimeUp()) await yieldToEventLoop();
    const versionRef = { secretId: row.id, version: row.version };
    const node = graph?.nodeOf(one);
    if (node && showsValues && one.secret.isReadable) await expansion!.prepare(node);
    const value = shownValue(one);
    const metadata = value === undefined ? row.metadata : decryptMetadata(keyFor(row), versionRef, row.metadata);
    const secret = {
      row,
      folderRef: folder.folderRef,
      tags,
      value,
      comment: decryptComment(keyFor(row), versionRef, row),
      metadata,
    };
    check(secret);
    secrets.push(secret);
  }
  return secrets;
};
