import type { Response } from 'supertest';
import type { OperationId } from '../../../generated/operations.ts';
import { rule } from '../../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import type { World } from '../../support/world/world.ts';
import { succeed, type Prepare } from './attack.ts';
import { reading, templateSetting } from './templates.ts';

/** A login method whose configuration decides who logs in. */
interface AttackedMethod<Who> {
  readonly attach: OperationId;
  /** The fields of a configuration that does not accept the attacker. */
  readonly fieldsOf: (world: World) => object | Promise<object>;
  readonly logIn: (world: World, identityId: string, who: Who | undefined) => Promise<Response>;
}

interface Change<Who> {
  /** The value that lets somebody log in. */
  readonly value: unknown;
  /** The fields before the change, if they matter. */
  readonly before?: object;
  /** Fields that have to be sent with it. */
  readonly also?: object;
  /** Who logs in; by default somebody whom the usual configuration accepts. */
  readonly who?: Who;
  /** What the identity may read, if that depends on the login. */
  readonly path?: string;
  readonly harmless?: string;
}

/** An identity that may read a path; the attacker changes a field so that somebody else can log in as it. */
export const attackLogin =
  <Who>({ attach, fieldsOf, logIn }: AttackedMethod<Who>) =>
  (field: string, { value, before, also, who, path = '/payments', harmless }: Change<Who>): Prepare =>
  async (world, operation) => {
    const fields = { ...(await fieldsOf(world)), ...before };
    const setting = await templateSetting(world);
    const identity = await newProjectIdentity(world, setting, [rule(reading, { secretPath: path })]);
    const params = { identityId: identity.id };
    const isNew = operation === attach;
    if (!isNew) succeed(await world.call(attach, { as: setting.admin, params, body: fields }));
    return {
      ...setting,
      // Has the rules; its own login is below.
      beneficiary: { id: identity.id, token: setting.attacker.token },
      change: (as) => world.call(operation, { as, params, body: { ...(isNew && fields), ...also, [field]: value } }),
      // Uses a login as the identity, whichever caller is asked about.
      sees: async () => {
        const { status, body } = await logIn(world, identity.id, who);
        return status === 200 && setting.sees({ token: body.accessToken as string });
      },
      ...(harmless !== undefined && { harmless }),
    };
  };

/** The attack on the addresses from which tokens may be used, which all methods have. */
export const anywhere = {
  value: [{ ipAddress: '0.0.0.0/0' }, { ipAddress: '::/0' }],
  before: { accessTokenTrustedIps: [{ ipAddress: '10.0.0.0/8' }] },
};
