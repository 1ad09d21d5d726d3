import { ServiceError } from '../errors.ts';
import type { Keyring } from './keys.ts';
import { unwrapDataKey, type DataKey } from './sealing.ts';

/** A data key as it is stored. */
export interface WrappedKey {
  readonly id: string;
  readonly wrapped: string;
}

/**
 * Something was sealed with a key that is not there: between reading it and looking for the key, it was sealed anew by
 * another node.
 */
export class MissingDataKey extends ServiceError {
  constructor() {
    super(503, 'ServiceUnavailable', 'The keys are being rotated. Try again shortly.', {
      headers: { 'Retry-After': '2' },
    });
  }
}

const limit = 10_000;

/**
 * Data keys, each unwrapped once. A key never changes, so what is remembered is never wrong; the oldest go when there
 * are too many.
 */
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
    if (!row) throw new MissingDataKey();
    return this.unwrap(row);
  }
}
