import { expect } from 'chai';
import type { Response } from 'supertest';
import { operations, type OperationId } from '../../../generated/operations.ts';
import { actionPhrase } from '../../../src/access/action-phrases.ts';
import { bumpProjectAccess } from '../../../src/resources/project/revisions/store.ts';
import { changesWhere } from '../../support/expect/audit.ts';
import { dataOf } from '../../support/expect/stored.ts';
import type { World } from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

export interface Caller {
  readonly token: string;
}

/**
 * A change of a value that a rule refers to, by a caller who may make the change but could not grant what it discloses.
 */
export interface Attack {
  readonly organization: { readonly id: string };
  readonly attacker: Caller;
  /** May grant everything. */
  readonly admin: Caller;
  /** The holder of the rule that refers to the value. */
  readonly beneficiary: Caller & { readonly id: string };
  readonly change: (as: Caller) => Promise<Response>;
  /** Whether the protected data can be read now, by real requests. */
  readonly sees: (as: Caller) => Promise<boolean>;
  /** Why the change alone would disclose nothing, if that is so. */
  readonly harmless?: string;
  /** The attacker has access already, and may only not grant it to others. */
  readonly isHeld?: true;
  /** The attacker may make the change if the beneficiary has no rule. */
  readonly isFreeWithoutRule?: true;
  /** The request itself chooses the value, so that the permission for the operation depends on it. */
  readonly isChosen?: true;
}

/** Sets up an attack through this operation. */
export type Prepare = (world: World, operation: OperationId) => Promise<Attack>;

/** By operation, then by what the attack does. */
export type Attacks = Readonly<Partial<Record<OperationId, Readonly<Record<string, Prepare>>>>>;

export const succeed = (response: Response): Response => {
  expect(response.status, JSON.stringify(response.body)).to.equal(200);
  return response;
};

const expectHidden = async ({ attacker, beneficiary, sees, isHeld }: Attack): Promise<void> => {
  expect(await sees(beneficiary), 'the beneficiary sees it').to.equal(false);
  if (!isHeld) expect(await sees(attacker), 'the attacker sees it').to.equal(false);
};

/** Fails if the permission that the operation requires in any case was missing. */
const expectPermitted = (operation: OperationId, { isChosen }: Attack, message: unknown): void => {
  const [[, needed]] = Object.entries(operations[operation].permission) as [[string, string]];
  const [subject, action] = needed.split(':');
  if (!isChosen)
    expect(message, 'what the attacker lacks').not.to.equal(
      `You are not allowed to ${actionPhrase(action!, subject!)}.`,
    );
};

/**
 * The change is refused and has no effect; made by an administrator, it discloses the data for which it was refused.
 */
export const expectRefused = async (world: World, operation: OperationId, attack: Attack): Promise<void> => {
  const { organization, attacker, admin, beneficiary, change, sees, harmless } = attack;
  const stored = () =>
    Promise.all([dataOf(world, organization), changesWhere(world, { organizationId: organization.id })]);
  await expectHidden(attack);
  const before = await stored();
  const { status, body } = await change(attacker);
  expect(status, JSON.stringify(body)).to.equal(403);
  expect(body.error, JSON.stringify(body)).to.be.oneOf(['PermissionBoundaryError', 'PermissionDenied']);
  expectPermitted(operation, attack, body.message);
  expect(await stored(), 'what is stored').to.deep.equal(before);
  await expectHidden(attack);

  succeed(await change(admin));
  if (harmless === undefined)
    expect(await sees(beneficiary), 'the change of an administrator discloses it').to.equal(true);
};

/** Without the rule of the beneficiary the change discloses nothing, and the same attacker may make it. */
export const expectFree = async (world: World, { beneficiary: { id }, attacker, change }: Attack): Promise<void> => {
  await world.server.parts.database.transaction(ofInstance, async ({ db }) => {
    const memberships = db('organization_memberships').where({ identityId: id }).orWhere({ userId: id }).select('id');
    const joined = db('project_memberships').whereIn('membershipId', memberships);
    const roles = db('project_membership_roles')
      .whereIn('projectMembershipId', joined.clone().select('id'))
      .select('customRoleId');
    await db('project_roles').whereIn('id', roles).update({ permissions: '[]' });
    for (const projectId of await joined.pluck<string[]>('projectId')) bumpProjectAccess(db, projectId);
  });
  succeed(await change(attacker));
};
