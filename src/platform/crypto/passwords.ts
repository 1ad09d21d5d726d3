import { scrypt, timingSafeEqual } from 'node:crypto';
import { ConcurrencyLimit } from '../concurrency-limit.ts';
import { secretBytes } from './random-secrets.ts';

interface Cost {
  /** Logarithm of the CPU and memory cost. */
  readonly ln: number;
  readonly r: number;
  readonly p: number;
}

// 32 MiB per hash: the strength that OWASP recommends for scrypt, with a quarter of the memory of its p = 1 setting.
const defaultCost: Cost = { ln: 15, r: 8, p: 3 };
const keyBytes = 32;

export const deriveKey = (password: string, salt: Uint8Array, { ln, r, p }: Cost, length: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const options = { N: 2 ** ln, r, p, maxmem: 256 * 2 ** ln * r };
    scrypt(password.normalize('NFKC'), salt, length, options, (error, key) => (error ? reject(error) : resolve(key)));
  });

const format = ({ ln, r, p }: Cost, salt: Buffer, key: Buffer): string =>
  ['scrypt', `ln=${ln},r=${r},p=${p}`, salt.toString('base64url'), key.toString('base64url')].join('$');

const parse = (stored: string): { cost: Cost; salt: Buffer; key: Buffer } => {
  const match = /^scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/.exec(stored);
  if (!match) throw new Error('not a password hash');
  const [, ln, r, p, salt, key] = match;
  return {
    cost: { ln: Number(ln), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt!, 'base64url'),
    key: Buffer.from(key!, 'base64url'),
  };
};

/** What a request does with passwords. */
export type PasswordHashing = Pick<Passwords, 'hash' | 'matches'>;

/**
 * Hashes passwords, a few at a time: each hash keeps a core busy for a tenth of a second. The networks of clients wait in
 * queues of their own, so that many wrong passwords from one of them do not keep the others from logging in.
 */
export class Passwords {
  readonly #limit: ConcurrencyLimit;
  readonly #cost: Cost;
  /** Used when there is no account; no password matches it. */
  readonly #decoy: string;

  constructor({
    atOnce = 2,
    mayWait = 32,
    mayWaitInAll = 128,
    cost = defaultCost,
  }: { atOnce?: number; mayWait?: number; mayWaitInAll?: number; cost?: Cost } = {}) {
    const refusal = 'Too many logins at once. Try again shortly.';
    this.#limit = new ConcurrencyLimit({ atOnce, mayWait, mayWaitInAll, refusal });
    this.#cost = cost;
    this.#decoy = format(cost, Buffer.alloc(16), Buffer.alloc(keyBytes));
  }

  /** Hashes and compares for a client of this network, in the queue of that network. */
  from(network: string): PasswordHashing {
    return {
      hash: (password) => this.hash(password, network),
      matches: (password, stored) => this.matches(password, stored, network),
    };
  }

  hash(password: string, network = ''): Promise<string> {
    const salt = secretBytes(16);
    return this.#limit.take(
      async () => format(this.#cost, salt, await deriveKey(password, salt, this.#cost, keyBytes)),
      network,
    );
  }

  /** Takes equally long whether or not the account exists. */
  async matches(password: string, stored: string | null | undefined, network = ''): Promise<boolean> {
    const { cost, salt, key } = parse(stored ?? this.#decoy);
    const derived = await this.#limit.take(() => deriveKey(password, salt, cost, key.length), network);
    return timingSafeEqual(derived, key) && Boolean(stored);
  }
}
