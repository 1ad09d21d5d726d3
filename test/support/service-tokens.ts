import { expect } from 'chai';
import type { Response } from 'supertest';
import { newProjectWithSecrets, newSecret, type TestSecrets } from './project-secrets.ts';
import type { World } from './world.ts';

export interface Scope {
  readonly environment: string;
  readonly secretPath: string;
}

export interface TestServiceToken {
  readonly id: string;
  readonly token: string;
}

/** A scope in dev. */
export const inDev = (secretPath: string): Scope => ({ environment: 'dev', secretPath });

export const createToken = (
  world: World,
  { project, admin }: Pick<TestSecrets, 'project' | 'admin'>,
  body: object = {},
  as: { token: string } = admin,
): Promise<Response> =>
  world.call('createServiceToken', {
    as,
    body: {
      name: 'Deployment',
      workspaceId: project.id,
      scopes: [inDev('/app')],
      expiresIn: null,
      permissions: ['read'],
      ...body,
    },
  });

/** A token of the project's administrator. */
export const newToken = async (
  world: World,
  setting: Pick<TestSecrets, 'project' | 'admin'>,
  body: object = {},
): Promise<TestServiceToken> => {
  const response = await createToken(world, setting, body);
  expect(response.status, JSON.stringify(response.body)).to.equal(200);
  return { id: response.body.serviceTokenData.id, token: response.body.serviceToken };
};

/**
 * A project with the secrets ROOT, APP and DEEP of dev in `/`, `/app` and `/app/deep`, and PROD in the root of prod.
 */
export const newTokenSetting = async (world: World): Promise<TestSecrets> => {
  const setting = await newProjectWithSecrets(world, ['/app', '/app/deep']);
  await newSecret(world, setting, 'ROOT');
  await newSecret(world, setting, 'APP', { secretPath: '/app' });
  await newSecret(world, setting, 'DEEP', { secretPath: '/app/deep' });
  await newSecret(world, setting, 'PROD', { environment: 'prod' });
  return setting;
};

/** The names that a list of secrets answers with, or its status if it has none. */
export const namesIn = ({ status, body }: Response): string | number =>
  status === 200 ? (body.secrets as { secretKey: string }[]).map(({ secretKey }) => secretKey).join(' ') : status;
