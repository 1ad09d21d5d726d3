import type { JWTPayload } from 'jose';
import type { Response } from 'supertest';
import type { OperationId } from '../../../generated/operations.ts';
import { TestProvider } from '../../support/clients/oidc-provider.ts';
import { rule } from '../../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import type { TestIdentity } from '../../support/world/members.ts';
import type { World } from '../../support/world/world.ts';
import { succeed, type Prepare } from './attack.ts';
import { reading, templateSetting } from './templates.ts';

let provider: Promise<TestProvider> | undefined;

export const stopBoundProvider = async (): Promise<void> => (await provider)?.stop();

/** A login method that trusts a provider. */
interface BoundMethod {
  readonly attach: OperationId;
  readonly fieldsOf: (issuing: TestProvider) => object;
  readonly logIn: (
    world: World,
    issuing: TestProvider,
    machine: { identity: TestIdentity },
    claims?: JWTPayload,
  ) => Promise<Response>;
}

interface Change {
  /** The value that lets somebody log in. */
  readonly value: unknown;
  /** The fields before the change, if they matter. */
  readonly before?: object;
  readonly claims?: JWTPayload;
  readonly harmless?: string;
}

/** Attacks on an identity that may read /payments, by binding it to other tokens of its provider. */
export const changeBindingOf =
  ({ attach, fieldsOf, logIn }: BoundMethod) =>
  (field: string, { value, before, claims, harmless }: Change): Prepare =>
  async (world, operation) => {
    const issuing = await (provider ??= TestProvider.start());
    const setting = await templateSetting(world);
    const identity = await newProjectIdentity(world, setting, [rule(reading, { secretPath: '/payments' })]);
    const params = { identityId: identity.id };
    const fields = { ...fieldsOf(issuing), ...before };
    const isNew = operation === attach;
    if (!isNew) succeed(await world.call(attach, { as: setting.admin, params, body: fields }));
    return {
      ...setting,
      // Has the rules; its own login is below.
      beneficiary: { id: identity.id, token: setting.attacker.token },
      change: (as) => world.call(operation, { as, params, body: { ...(isNew && fields), [field]: value } }),
      // Uses a login as the identity, whichever caller is asked about.
      sees: async () => {
        const { status, body } = await logIn(world, issuing, { identity }, claims);
        return status === 200 && setting.sees({ token: body.accessToken as string });
      },
      ...(harmless !== undefined && { harmless }),
    };
  };

/** The reason for the fields that say how long a login lasts. */
export const duration = 'It decides how long a login lasts or how often it counts, not who logs in.';
