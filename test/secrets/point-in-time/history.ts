import { expect } from 'chai';
import type { OperationId } from '../../../generated/operations.ts';
import { batchCall, secretCall, type TestSecrets } from '../../support/fixtures/project-secrets.ts';
import type { World } from '../../support/world/world.ts';

type Body = Readonly<Record<string, unknown>>;

/** A project whose history a test writes and reads. */
export class History {
  readonly #world: World;
  readonly setting: TestSecrets;

  constructor(world: World, setting: TestSecrets) {
    this.#world = world;
    this.setting = setting;
  }

  /** Calls an operation, which has to succeed. */
  async call(id: OperationId, body: Body, params: Record<string, string> = {}) {
    const { admin, project } = this.setting;
    const answer = await this.#world.call(id, { as: admin, params, body: { projectId: project.id, ...body } });
    expect(answer.status, `${id} ${JSON.stringify(answer.body)}`).to.equal(200);
    return answer.body;
  }

  async create(secretName: string, secretValue: string, more: Body = {}): Promise<string> {
    const answer = await secretCall(() => this.#world, 'createSecret')(this.setting, secretName, {
      secretValue,
      ...more,
    });
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    return answer.body.secret.id as string;
  }

  async update(secretName: string, body: Body): Promise<void> {
    await this.call('updateSecret', { environment: 'dev', ...body }, { secretName });
  }

  async delete(...names: string[]): Promise<void> {
    const secrets = names.map((secretKey) => ({ secretKey }));
    const answer = await batchCall(() => this.#world, 'deleteSecrets')(this.setting, { secrets });
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
  }

  /** Reads with a query, as the administrator unless somebody else is named. */
  async read(
    id: OperationId,
    query: Record<string, string>,
    params: Record<string, string> = {},
    as?: { token: string },
  ) {
    const { admin, project } = this.setting;
    const answer = await this.#world.call(id, { as: as ?? admin, params, query: { projectId: project.id, ...query } });
    expect(answer.status, `${id} ${JSON.stringify(answer.body)}`).to.equal(200);
    return answer.body;
  }

  /** The commits of a folder in dev, oldest first. */
  async commits(path = '/', more: Record<string, string> = {}): Promise<any[]> {
    return (await this.read('listCommits', { environment: 'dev', path, sort: 'asc', limit: '100', ...more })).commits;
  }

  async newest(path = '/'): Promise<string> {
    return (await this.commits(path)).at(-1).id as string;
  }

  /** The secrets of a folder in dev at a time, or now, as `path:KEY=value` in order. */
  async state(at?: string, path = '/', recursive = 'false', as?: { token: string }): Promise<string> {
    const { folders } = await this.read(
      'getFolderState',
      { environment: 'dev', path, recursive, ...(at !== undefined && { at }) },
      {},
      as,
    );
    return (folders as any[])
      .flatMap(({ folderPath, secrets }) =>
        (secrets as any[]).map(({ secretKey, secretValue }) => `${folderPath}:${secretKey}=${secretValue}`),
      )
      .sort()
      .join(' ');
  }

  /** The secrets that a folder contained after a commit, as `KEY@version` in order. */
  async after(commitId: string, path = '/'): Promise<string> {
    const items: any[] = await this.read('getCommitState', { folderId: this.folderId(path) }, { commitId });
    return items
      .map(({ secretKey, secretVersion, folderName }) => folderName ?? `${secretKey}@${secretVersion}`)
      .join(' ');
  }

  folderId(path: string): string {
    return this.setting.folderIds[path]!;
  }

  rollBack(commitId: string, more: Body = {}, path = '/', as: { token: string } = this.setting.admin) {
    const body = { projectId: this.setting.project.id, environment: 'dev', folderId: this.folderId(path), ...more };
    return this.#world.call('rollbackToCommit', { as, params: { commitId }, body });
  }

  rollBackTo(at: string, more: Body = {}, as: { token: string } = this.setting.admin) {
    const body = { projectId: this.setting.project.id, environment: 'dev', at, ...more };
    return this.#world.call('rollbackToTime', { as, body });
  }
}
