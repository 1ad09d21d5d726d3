import type { ProjectRow } from '../../../access/project.ts';
import type { DataKey } from '../../../platform/crypto/sealing.ts';
import { badRequest } from '../../../platform/errors.ts';
import { isTimeUp, yieldToEventLoop } from '../../../platform/event-loop.ts';
import type { Scope } from '../../../scope.ts';
import { findDataKey } from '../../project/data-keys/encryption.ts';
import type { EncryptedColumns, MetadataEntry } from '../secrets/columns.ts';
import { decryptComment, decryptMetadata, decryptValue, encryptContent } from '../secrets/encryption.ts';
import { hasSameContent } from './content.ts';
import { addsVersion, isMove, type SecretWrite } from './plan.ts';
import type { VersionFacts } from './store.ts';

type Deps = Pick<Scope, 'stores' | 'dataKeys'>;

/** The encrypted content of a version that is not stored yet. */
export type PreparedContent = EncryptedColumns & { readonly metadata: readonly MetadataEntry[] };

/** The most characters of encrypted values that one rollback handles. */
const maxCharacters = 64 * 1024 * 1024;

/** How many secrets are compared at once; each has two values. */
const pairsAtOnce = 25;

const refuseLarger = (characters: number): void => {
  if (characters > maxCharacters)
    throw badRequest(`The values are larger than ${maxCharacters} bytes in total. Roll back fewer secrets at once.`);
};

/** Whether the secret keeps its folder and name. */
const isInPlace = (write: SecretWrite): boolean =>
  !write.now.row.isTrashed && !isMove(write) && write.now.row.key === write.name;

const pairOf = ({ facts, now }: SecretWrite): string => `${facts.id} ${now.facts.id}`;

/**
 * Encrypts former contents again, as that of the next versions. Most of it happens before the transaction, so that
 * nobody waits for it; in the transaction it is repeated only for what has changed meanwhile.
 */
export class ContentPreparation {
  readonly #project: ProjectRow;
  readonly #prepared = new Map<string, PreparedContent>();
  /** Whether the current content is the former one, by both versions. */
  readonly #isUnchanged = new Map<string, boolean>();
  #characters = 0;
  #comparedCharacters = 0;

  constructor(project: ProjectRow) {
    this.#project = project;
  }

  /** Leaves out the secrets that have their former content and name, so that a repeated rollback changes nothing. */
  async onlyChanging(deps: Deps, writes: readonly SecretWrite[]): Promise<SecretWrite[]> {
    const unknown = writes.filter((write) => isInPlace(write) && !this.#isUnchanged.has(pairOf(write)));
    for (let start = 0; start < unknown.length; start += pairsAtOnce)
      await this.#compare(deps, unknown.slice(start, start + pairsAtOnce));
    return writes.filter((write) => !isInPlace(write) || !this.#isUnchanged.get(pairOf(write)));
  }

  async #compare(deps: Deps, writes: readonly SecretWrite[]): Promise<void> {
    const values = new Map<string, string>();
    for await (const rows of deps.stores.pointInTime.sealedValues(
      writes.flatMap(({ facts, now }) => [facts.id, now.facts.id]),
    ))
      for (const { id, sealedValue } of rows) values.set(id, sealedValue);
    for (const write of writes) {
      if (isTimeUp()) await yieldToEventLoop();
      const [before, after] = [values.get(write.now.facts.id)!, values.get(write.facts.id)!];
      refuseLarger((this.#comparedCharacters += after.length));
      // Values of different lengths have ciphertexts of different lengths.
      const isUnchanged =
        before.length === after.length &&
        hasSameContent(
          { ...(await this.#decrypt(deps, write.now.facts, before)), facts: write.now.facts, tags: write.now.tags },
          { ...(await this.#decrypt(deps, write.facts, after)), facts: write.facts, tags: write.tags },
        );
      this.#isUnchanged.set(pairOf(write), isUnchanged);
    }
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
        refuseLarger((this.#characters += sealedValue.length));
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
