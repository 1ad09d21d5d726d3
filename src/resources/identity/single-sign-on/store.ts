import type { Timestamp } from '../../../platform/clock.ts';
import { keyIdIn, namedKeyIds } from '../../../platform/db/knex/key-ids.ts';
import { Store } from '../../../platform/db/knex/store.ts';

/** The OpenID provider of an organization. */
export interface SignOnProviderRow {
  id: string;
  organizationId: string;
  configurationType: 'discoveryURL' | 'custom';
  /** Empty for `custom`, which has the addresses below instead. */
  discoveryUrl: string;
  issuer: string;
  authorizationEndpoint: string;
  jwksUri: string;
  tokenEndpoint: string;
  userinfoEndpoint: string;
  /** The issuer without a trailing slash, wherever it comes from. */
  issuerKey: string;
  clientId: string;
  sealedClientSecret: string;
  isActive: boolean;
  /** Separated by a comma and a space. */
  allowedEmailDomains: string;
  manageGroupMemberships: boolean;
  jwtSignatureAlgorithm: string;
  /** The role at the first sign-in: the slug of a built-in role, or `custom` with `roleId`. */
  role: string;
  roleId: string | null;
  /** Null since the provider was changed. */
  lastUsedAt: Timestamp | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** A provider with the slug of its custom role, if that exists. */
export interface SignOnProviderWithRole extends SignOnProviderRow {
  customRoleSlug: string | null;
}

/** A person at a provider, and the account that is theirs. */
export interface SignOnLinkRow {
  id: string;
  providerId: string;
  issuer: string;
  subject: string;
  userId: string;
  createdAt: Timestamp;
}

/** More organizations than this with one client id cannot be logged out of at once. */
const maxSharingClient = 20;

export class SignOnProviderStore extends Store {
  async insert(provider: SignOnProviderRow): Promise<void> {
    await this.db<SignOnProviderRow>('single_sign_on_providers').insert(provider);
  }

  findOfOrganization(organizationId: string): Promise<SignOnProviderWithRole | undefined> {
    return this.#withRole().where({ 'p.organizationId': organizationId }).first();
  }

  findById(id: string): Promise<SignOnProviderWithRole | undefined> {
    return this.#withRole().where({ 'p.id': id }).first();
  }

  findActiveBySlug(slug: string): Promise<SignOnProviderWithRole | undefined> {
    return this.#withRole()
      .join('organizations as o', 'o.id', 'p.organizationId')
      .where({ 'o.slug': slug, 'p.isActive': true })
      .first();
  }

  /** Finds the only organization of the server, if its provider is active. */
  async findOfOnlyOrganization(): Promise<{ slug: string; authEnforced: boolean } | undefined> {
    const [first, second] = await this.db('organizations as o')
      .leftJoin('single_sign_on_providers as p', 'p.id', 'o.singleSignOnId')
      .limit(2)
      .select<{ slug: string; authEnforced: boolean; isActive: boolean | null }[]>(
        'o.slug',
        'o.authEnforced',
        'p.isActive',
      );
    return first?.isActive && !second ? first : undefined;
  }

  /** Lists the active providers of that client at that issuer, of which there may be several on one server. */
  listActiveOfClient(client: Pick<SignOnProviderRow, 'issuerKey' | 'clientId'>): Promise<SignOnProviderRow[]> {
    return this.db<SignOnProviderRow>('single_sign_on_providers')
      .where({ ...client, isActive: true })
      .orderBy('id')
      .limit(maxSharingClient);
  }

  async update(id: string, changes: Partial<Omit<SignOnProviderRow, 'id' | 'organizationId'>>): Promise<void> {
    this.db.write(this.db<SignOnProviderRow>('single_sign_on_providers').where({ id }).update(changes));
  }

  /** Lists the ids of the root keys that encrypt client secrets. */
  rootKeyIds(): Promise<string[]> {
    return namedKeyIds(this.db, 'sealedClientSecret', this.db('single_sign_on_providers'));
  }

  /** Lists a batch of the client secrets that another root key encrypts. */
  listForeign(
    rootKeyId: string,
    limit: number,
  ): Promise<Pick<SignOnProviderRow, 'id' | 'organizationId' | 'sealedClientSecret'>[]> {
    return this.db<SignOnProviderRow>('single_sign_on_providers')
      .whereNot(keyIdIn(this.db, 'sealedClientSecret') as unknown as string, rootKeyId)
      .orderBy('id')
      .limit(limit)
      .select('id', 'organizationId', 'sealedClientSecret');
  }

  reseal(id: string, sealedClientSecret: string): void {
    this.db.write(this.db<SignOnProviderRow>('single_sign_on_providers').where({ id }).update({ sealedClientSecret }));
  }

  #withRole() {
    return this.db('single_sign_on_providers as p')
      .leftJoin('organization_roles as r', 'r.id', 'p.roleId')
      .select<SignOnProviderWithRole[]>('p.*', 'r.slug as customRoleSlug');
  }
}

export class SignOnLinkStore extends Store {
  async insert(link: SignOnLinkRow): Promise<void> {
    this.db.insert('single_sign_on_links', [link]);
  }

  find(person: Pick<SignOnLinkRow, 'providerId' | 'issuer' | 'subject'>): Promise<SignOnLinkRow | undefined> {
    return this.db<SignOnLinkRow>('single_sign_on_links').where(person).first();
  }

  /** Finds the person at that issuer whom the account belongs to. */
  findOfUser(account: Pick<SignOnLinkRow, 'providerId' | 'issuer' | 'userId'>): Promise<SignOnLinkRow | undefined> {
    return this.db<SignOnLinkRow>('single_sign_on_links').where(account).first();
  }

  /** Whether the account belongs to a person at another provider, too. */
  async hasOthers(userId: string, providerId: string): Promise<boolean> {
    const others = this.db<SignOnLinkRow>('single_sign_on_links').where({ userId }).whereNot({ providerId });
    return (await others.first('id')) !== undefined;
  }

  async deleteOfUser(userId: string): Promise<void> {
    this.db.write(this.db<SignOnLinkRow>('single_sign_on_links').where({ userId }).delete());
  }
}

/** What may be used only once: sign-ins, questions and logout tokens. */
export class SignOnUseStore extends Store {
  /** Returns false if it was used before; safe for concurrent calls. */
  async take(id: string, expiresAt: Timestamp): Promise<boolean> {
    const inserted: unknown[] = await this.db('single_sign_on_uses')
      .insert({ id, expiresAt })
      .onConflict('id')
      .ignore()
      .returning('id');
    return inserted.length === 1;
  }

  async has(id: string): Promise<boolean> {
    return (await this.db('single_sign_on_uses').where({ id }).first('id')) !== undefined;
  }

  /** Deletes up to `limit` uses that would be refused anyway, and returns how many. */
  async deleteExpired(before: Timestamp, limit: number): Promise<number> {
    const expired = this.db('single_sign_on_uses').where('expiresAt', '<', before).limit(limit).select('id');
    return this.db('single_sign_on_uses').whereIn('id', expired).delete();
  }
}
