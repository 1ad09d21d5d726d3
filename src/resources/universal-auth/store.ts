import type { AddressRange } from '../../platform/addresses.ts';
import type { Timestamp } from '../../platform/clock.ts';
import { Statement } from '../../platform/db/statement.ts';
import { Store } from '../../platform/db/store.ts';
import type { TokenSettings } from '../token-auth/store.ts';

/** How an identity logs in with a client id and a client secret. */
export interface UniversalAuthRow extends TokenSettings {
  clientId: string;
  clientSecretTrustedIps: readonly AddressRange[];
  lockoutEnabled: boolean;
  lockoutThreshold: number;
  lockoutDurationSeconds: number;
  lockoutCounterResetSeconds: number;
  failedLogins: number;
  lastFailedLoginAt: Timestamp | null;
  lockedUntil: Timestamp | null;
}

const byClientId = new Statement<UniversalAuthRow, { clientId: string }>((db, param) => db('identity_universal_auths').where({ clientId: param('clientId') }));
const locked = new Statement<UniversalAuthRow, { id: string }>((db, param) => db('identity_universal_auths').where({ id: param('id') }).forUpdate());

export class UniversalAuthStore extends Store {
  async insert(auth: UniversalAuthRow): Promise<void> {
    await this.db<UniversalAuthRow>('identity_universal_auths').insert(auth);
  }

  findByIdentity(identityId: string): Promise<UniversalAuthRow | undefined> {
    return this.db<UniversalAuthRow>('identity_universal_auths').where({ identityId }).first();
  }

  async findByClientId(clientId: string): Promise<UniversalAuthRow | undefined> {
    return (await this.db.prepared(byClientId, { clientId }))[0];
  }

  /** Locked until the end of the transaction, so that attempts to log in are judged one after another. */
  async lock(id: string): Promise<UniversalAuthRow | undefined> {
    return (await this.db.prepared(locked, { id }))[0];
  }

  async update(id: string, changes: Partial<Omit<UniversalAuthRow, 'id' | 'identityId' | 'createdAt'>>): Promise<void> {
    await this.db<UniversalAuthRow>('identity_universal_auths').where({ id }).update(changes);
  }

  async delete(id: string): Promise<void> {
    await this.db<UniversalAuthRow>('identity_universal_auths').where({ id }).delete();
  }
}
