import { expect } from 'chai';
import type { OperationId } from '../../generated/operations.ts';
import { newProjectWithSecrets, newSecret, projectField, type TestSecrets } from './project-secrets.ts';
import { listen, type TestStream } from './streams.ts';
import type { CallOptions, World } from './world.ts';

type Body = Readonly<Record<string, unknown>>;

export interface Watched extends TestSecrets {
  readonly stream: TestStream;
  /** Calls as the administrator, about dev unless the body says otherwise; fails unless it answers so. */
  readonly call: (operation: OperationId, body: Body, params?: CallOptions['params'], status?: number) => Promise<any>;
  /** Makes secrets in a folder of dev, by path; gives their ids. Nobody is told of it. */
  readonly fill: (path: string, ...keys: readonly string[]) => Promise<string[]>;
  readonly imports: (path: string, source: string) => Promise<string>;
  /** Lets a secret of the one folder of dev refer to one of the other. */
  readonly refers: (path: string, target: string) => Promise<void>;
  /** What was told since the last time. */
  readonly told: () => Promise<string[]>;
}

let number = 0;

/** A project with these folders in dev, to which its administrator listens. */
export const newWatched = async (world: World, paths: readonly string[] = ['/app']): Promise<Watched> => {
  const setting = await newProjectWithSecrets(world, paths);
  const { admin: as, project } = setting;
  const stream = await listen(world, as, project.id);
  const call: Watched['call'] = async (operation, body, params, status = 200) => {
    const answer = await world.call(operation, {
      as,
      ...(params && { params }),
      body: { [projectField(operation)]: project.id, environment: 'dev', ...body },
    });
    expect(answer.status, JSON.stringify(answer.body)).to.equal(status);
    return answer.body;
  };
  const told = (): Promise<string[]> => stream.told();
  return {
    ...setting,
    stream,
    call,
    told,
    fill: async (path, ...keys) => {
      const ids = [];
      for (const key of keys) ids.push((await newSecret(world, setting, key, { secretPath: path })).id);
      await told();
      return ids;
    },
    imports: async (path, source) => {
      const { secretImport } = await call('createSecretImport', { path, import: { environment: 'dev', path: source } });
      await told();
      return secretImport.id as string;
    },
    refers: async (path, target) => {
      const reference = ['dev', ...target.split('/').filter(Boolean), 'KEY'].join('.');
      await newSecret(world, setting, `REFERRING_${(number += 1)}`, {
        secretPath: path,
        secretValue: `\${${reference}}`,
      });
      await told();
    },
  };
};
