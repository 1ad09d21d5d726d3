import type { Timestamp } from '../../platform/clock.ts';
import { Store } from '../../platform/db/store.ts';

export interface UserRow {
  id: string;
  /** The e-mail address in lower case. */
  username: string;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  passwordHash: string | null;
  /** Administers the instance. */
  superAdmin: boolean;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export class UserStore extends Store {
  async insert(user: UserRow): Promise<void> {
    await this.db<UserRow>('users').insert(user);
  }

  findByUsername(username: string): Promise<UserRow | undefined> {
    return this.db<UserRow>('users').where({ username }).first();
  }
}
