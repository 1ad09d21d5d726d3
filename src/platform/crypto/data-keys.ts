import type { Keyring } from './keys.ts';
import { unwrapDataKey, type DataKey } from './sealing.ts';

/** A data key as it is stored. */
export interface WrappedKey {
  readonly id: string;
  readonly wrapped: string;
}

const limit = 10_000;

/** Data keys, each unwrapped once. A key never changes, so what is remembered is never wrong; the oldest go when there are too many. */
export class DataKeys {
  readonly #keyring: Keyring;
  readonly #byId = new Map<string, DataKey>();

  constructor(keyring: Keyring) {
    this.#keyring = keyring;
  }

  unwrap({ id, wrapped }: WrappedKey): DataKey {
    const known = this.#byId.get(id);
    if (known) return known;
    const key = unwrapDataKey(this.#keyring, id, wrapped);
    this.#byId.set(id, key);
    if (this.#byId.size > limit) this.#byId.delete(this.#byId.keys().next().value!);
    return key;
  }

  /** The key of that id, which is looked up only if it is not known yet. */
  async get(id: string, find: (id: string) => Promise<WrappedKey | undefined>): Promise<DataKey> {
    const known = this.#byId.get(id);
    if (known) return known;
    const row = await find(id);
    if (!row) throw new Error('sealed with a data key that is not there');
    return this.unwrap(row);
  }
}
