import type { ProjectRow } from '../../../access/project.ts';
import type { DataKey } from '../../../platform/crypto/sealing.ts';
import { badRequest } from '../../../platform/errors.ts';
import { isTimeUp, yieldToEventLoop } from '../../../platform/event-loop.ts';
import type { Scope } from '../../../scope.ts';
import { findDataKey } from '../../project/data-keys/encryption.ts';
import type { EncryptedColumns, MetadataEntry } from '../secret-versions/store.ts';
import { decryptComment, decryptMetadata, decryptValue, encryptContent } from '../secrets/encryption.ts';
import { addsVersion, type SecretWrite } from './plan.ts';
import type { VersionFacts } from './store.ts';

type Deps = Pick<Scope, 'stores' | 'dataKeys'>;

/** The encrypted content of a version that is not stored yet. */
export type PreparedContent = EncryptedColumns & { readonly metadata: readonly MetadataEntry[] };

/** The most characters of encrypted values that one rollback handles. */
const maxCharacters = 64 * 1024 * 1024;

/**
 * Encrypts former contents again, as that of the next versions. Most of it happens before the transaction, so that
 * nobody waits for it; in the transaction it is repeated only for what has changed meanwhile.
 */
export class ContentPreparation {
  readonly #project: ProjectRow;
  readonly #prepared = new Map<string, PreparedContent>();
  #characters = 0;

  constructor(project: ProjectRow) {
    this.#project = project;
  }

  /** Encrypts what is missing; `key` is the current key of the project. */
  async prepare(deps: Deps, writes: readonly SecretWrite[], key: DataKey): Promise<void> {
    const missing = new Map(
      writes
        .filter((write) => addsVersion(write) && !this.#prepared.has(nameOf(write, key)))
        .map((write) => [write.facts.id, write]),
    );
    for await (const rows of deps.stores.pointInTime.sealedValues([...missing.keys()])) {
      for (const { id, sealedValue } of rows) {
        if (isTimeUp()) await yieldToEventLoop();
        this.#count(sealedValue.length);
        const write = missing.get(id)!;
        const content = await this.#decrypt(deps, write.facts, sealedValue);
        const of = { secretId: write.facts.secretId, version: write.now.row.version + 1 };
        this.#prepared.set(nameOf(write, key), encryptContent(key, of, content));
      }
    }
  }

  /** Returns the content of the next version, which has to be prepared. */
  contentFor(write: SecretWrite, key: DataKey): PreparedContent {
    return this.#prepared.get(nameOf(write, key))!;
  }

  #count(characters: number): void {
    this.#characters += characters;
    if (this.#characters > maxCharacters)
      throw badRequest(`The values are larger than ${maxCharacters} bytes in total. Roll back fewer secrets at once.`);
  }

  async #decrypt(deps: Deps, facts: VersionFacts, sealedValue: string) {
    const key = await findDataKey(deps, facts.dataKeyId);
    const isEnforced = this.#project.enforceEncryptedSecretManagerSecretMetadata;
    return {
      value: decryptValue(key, facts, { sealedValue }),
      comment: decryptComment(key, facts, facts),
      metadata: decryptMetadata(key, facts, facts.metadata).map((entry) => ({
        ...entry,
        isEncrypted: entry.isEncrypted || isEnforced,
      })),
    };
  }
}

const nameOf = ({ facts, now }: SecretWrite, key: DataKey): string => `${facts.id} ${now.row.version + 1} ${key.id}`;
