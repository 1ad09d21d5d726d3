import { LRUCache } from 'lru-cache';
import { ServiceError } from '../errors.ts';
import type { Keyring } from './keys.ts';
import { unwrapDataKey, type DataKey } from './sealing.ts';

/** A data key as it is stored. */
export interface WrappedKey {
  readonly id: string;
  readonly wrapped: string;
}

/** The data key of a value does not exist any more: another node re-encrypted the value after it was read. */
export class MissingDataKey extends ServiceError {
  constructor() {
    super(503, 'ServiceUnavailable', 'The keys are being rotated. Try again shortly.', {
      headers: { 'Retry-After': '2' },
    });
  }
}

const max = 10_000;

/** Unwraps each data key once and caches it, up to a limit. Keys never change, so the cache is never stale. */
export class DataKeys {
  readonly #keyring: Keyring;
  readonly #byId = new LRUCache<string, DataKey>({ max });

  constructor(keyring: Keyring) {
    this.#keyring = keyring;
  }

  unwrap({ id, wrapped }: WrappedKey): DataKey {
    const cached = this.#byId.get(id);
    if (cached) return cached;
    const key = unwrapDataKey(this.#keyring, id, wrapped);
    this.#byId.set(id, key);
    return key;
  }

  /** Returns the key with this id; calls `find` only if the key is not cached. */
  async get(id: string, find: (id: string) => Promise<WrappedKey | undefined>): Promise<DataKey> {
    const cached = this.#byId.get(id);
    if (cached) return cached;
    const row = await find(id);
    if (!row) throw new MissingDataKey();
    return this.unwrap(row);
  }
}
