import type { Rule } from '../../src/access/rule.ts';
import { expect } from 'chai';
import type { Response } from 'supertest';
import type { OperationId } from '../../generated/operations.ts';
import type { TestUser } from './members.ts';
import { newSecret, projectField, type TestSecrets } from './project-secrets.ts';
import { addToProject } from './projects.ts';
import type { World } from './world.ts';

/** A member of the project who may do just this. */
export const newReader = async (
  world: World,
  { organization, project }: TestSecrets,
  ...rules: Rule[]
): Promise<TestUser> => {
  const user = await world.newUser(organization, 'no-access');
  await addToProject(world, project, user, rules);
  return user;
};

/** Secrets by `environment:path:KEY`, with these values. */
export const newSecrets = async (
  world: World,
  setting: TestSecrets,
  values: Readonly<Record<string, string>>,
): Promise<void> => {
  for (const [name, secretValue] of Object.entries(values)) {
    const [environment, secretPath, key] = name.split(':') as [string, string, string];
    await newSecret(world, setting, key, { environment, secretPath, secretValue });
  }
};

/** One folder imports another; each as `environment:path`. */
export const newImport = async (
  world: World,
  { admin, project }: TestSecrets,
  into: string,
  from: string,
): Promise<string> => {
  const [environment, path] = into.split(':');
  const [sourceEnvironment, sourcePath] = from.split(':');
  const body = {
    projectId: project.id,
    environment,
    path,
    import: { environment: sourceEnvironment, path: sourcePath },
  };
  const answer = await world.call('createSecretImport', { as: admin, body });
  expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
  return answer.body.secretImport.id as string;
};

interface Shown {
  readonly secretKey: string;
  readonly secretValue: string;
}

const shown = (secrets: readonly Shown[]): string =>
  secrets.map(({ secretKey, secretValue }) => `${secretKey}=${secretValue}`).join(' ');

/** The names and values of a list, in its order. */
export const listed = ({ status, body }: Response): string => {
  expect(status, JSON.stringify(body)).to.equal(200);
  return shown(body.secrets as Shown[]);
};

/** What each import shows, as `environment:path[A=1 B=2]`. */
export const imported = ({ status, body }: Response): string => {
  expect(status, JSON.stringify(body)).to.equal(200);
  const groups = body.imports as { environment: string; secretPath: string; secrets: Shown[] }[];
  return groups
    .map(({ environment, secretPath, secrets }) => `${environment}:${secretPath}[${shown(secrets)}]`)
    .join(' ');
};

/** The value of a single one. */
export const valueOf = ({ status, body }: Response): string => {
  expect(status, JSON.stringify(body)).to.equal(200);
  return body.secret.secretValue as string;
};

type Query = Readonly<Record<string, string>>;

export const listCall =
  (world: () => World, operation: OperationId = 'listSecrets') =>
  (
    { admin, project }: Pick<TestSecrets, 'admin' | 'project'>,
    query: Query = {},
    as: { token: string } = admin,
    headers: Record<string, string> = {},
  ): Promise<Response> =>
    world().call(operation, {
      as,
      query: { [projectField(operation)]: project.id, environment: 'dev', ...query },
      headers,
    });

export const getCall =
  (world: () => World, operation: OperationId = 'getSecret') =>
  (
    { admin, project }: Pick<TestSecrets, 'admin' | 'project'>,
    secretName: string,
    query: Query = {},
    as: { token: string } = admin,
    headers: Record<string, string> = {},
  ): Promise<Response> =>
    world().call(operation, {
      as,
      params: { secretName },
      query: { [projectField(operation)]: project.id, environment: 'dev', ...query },
      headers,
    });
