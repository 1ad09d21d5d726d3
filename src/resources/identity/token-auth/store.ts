import { Store } from '../../../platform/db/knex/store.ts';
import type { TokenSettings } from '../access-tokens/store.ts';

/** The settings of token auth, whose tokens an administrator creates. */
export class TokenAuthStore extends Store {
  async insert(settings: TokenSettings): Promise<void> {
    await this.db<TokenSettings>('identity_token_auths').insert(settings);
  }

  findByIdentity(identityId: string): Promise<TokenSettings | undefined> {
    return this.db<TokenSettings>('identity_token_auths').where({ identityId }).first();
  }

  async update(
    identityId: string,
    changes: Partial<Omit<TokenSettings, 'id' | 'identityId' | 'createdAt'>>,
  ): Promise<void> {
    await this.db<TokenSettings>('identity_token_auths').where({ identityId }).update(changes);
  }

  async delete(identityId: string): Promise<void> {
    await this.db<TokenSettings>('identity_token_auths').where({ identityId }).delete();
  }
}
