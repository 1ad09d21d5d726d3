import type { Timestamp } from '../../../platform/clock.ts';
import { namedKeyIds } from '../../../platform/db/knex/key-ids.ts';
import { Store } from '../../../platform/db/knex/store.ts';

/** The pending invitation of a membership: first a code, then the signup token that the code was exchanged for. */
export interface InvitationRow {
  membershipId: string;
  /** The keyed hash of the code or token that is valid now. */
  codeHash: string;
  /** The name of who invited; null for invitations of earlier versions. */
  invitedBy: string | null;
  /** Whether the link was mailed to the invited user and shown to nobody else, so that it proves whose address it is. */
  isOnlyMailed: boolean;
  createdAt: Timestamp;
  expiresAt: Timestamp;
}

/** An invitation with its user and organization. */
export interface PresentedInvitation extends InvitationRow {
  organizationId: string;
  userId: string;
  username: string;
  passwordHash: string | null;
  addressProvedAt: Timestamp | null;
  firstOrganizationId: string | null;
  organizationName: string;
}

export class InvitationStore extends Store {
  /** Stores the invitation in place of the one before. */
  async put(invitation: InvitationRow): Promise<void> {
    this.db.write(this.db<InvitationRow>('invitations').insert(invitation).onConflict('membershipId').merge());
  }

  findOfUser(organizationId: string, username: string): Promise<PresentedInvitation | undefined> {
    return this.#presented().where({ 'm.organizationId': organizationId, 'u.username': username }).first();
  }

  findById(membershipId: string): Promise<PresentedInvitation | undefined> {
    return this.#presented().where({ 'i.membershipId': membershipId }).first();
  }

  /** Lists the ids of the root keys that hash the pending invitations. */
  hashKeyIds(now: Timestamp): Promise<string[]> {
    return namedKeyIds(this.db, 'codeHash', this.db('invitations').where('expiresAt', '>', now));
  }

  /** True for exactly one caller, and only while the hash is still that one. */
  async trade(
    membershipId: string,
    codeHash: string,
    by: Pick<InvitationRow, 'codeHash' | 'expiresAt'>,
  ): Promise<boolean> {
    return (await this.db<InvitationRow>('invitations').where({ membershipId, codeHash }).update(by)) === 1;
  }

  /** Cancels the user's invitations to all organizations. */
  async cancelOfUser(userId: string): Promise<void> {
    const memberships = this.db('organization_memberships').where({ userId }).select('id');
    this.db.write(this.db<InvitationRow>('invitations').whereIn('membershipId', memberships).delete());
  }

  async cancel(membershipId: string): Promise<void> {
    this.db.write(this.db<InvitationRow>('invitations').where({ membershipId }).delete());
  }

  /** True for exactly one caller, and only while the hash is still that one. */
  async take(membershipId: string, codeHash: string): Promise<boolean> {
    return (await this.db<InvitationRow>('invitations').where({ membershipId, codeHash }).delete()) === 1;
  }

  #presented() {
    return this.db('invitations as i')
      .join('organization_memberships as m', 'm.id', 'i.membershipId')
      .join('users as u', 'u.id', 'm.userId')
      .join('organizations as o', 'o.id', 'm.organizationId')
      .select<PresentedInvitation[]>(
        'i.*',
        'm.organizationId',
        'm.userId',
        'u.username',
        'u.passwordHash',
        'u.addressProvedAt',
        'u.firstOrganizationId',
        'o.name as organizationName',
      );
  }
}
