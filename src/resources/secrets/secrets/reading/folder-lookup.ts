import { eachYielding } from '../../../../platform/yielding.ts';
import type { Stores } from '../../../../stores.ts';
import type { EnvironmentRow } from '../../../../access/environment.ts';
import type { FolderRef } from '../../folders/rules.ts';
import type { FolderWithId } from './readable-secret.ts';

const nameOf = ({ environment, path }: FolderRef): string => `${environment}:${path}`;

/** Finds folders of one project by environment and path, each once per request. */
export class FolderLookup {
  readonly #stores: Pick<Stores, 'environments' | 'folders'>;
  readonly #projectId: string;
  readonly #folders = new Map<string, FolderWithId | undefined>();
  #environments: readonly EnvironmentRow[] | undefined;

  constructor(stores: Pick<Stores, 'environments' | 'folders'>, projectId: string) {
    this.#stores = stores;
    this.#projectId = projectId;
  }

  /** Finds those folders that exist, with one statement for each environment. */
  async find(folderRefs: readonly FolderRef[]): Promise<(folderRef: FolderRef) => FolderWithId | undefined> {
    const byEnvironment = new Map<string, Set<string>>();
    await eachYielding(folderRefs, (folderRef) => {
      const name = nameOf(folderRef);
      if (this.#folders.has(name)) return;
      this.#folders.set(name, undefined);
      const paths = byEnvironment.get(folderRef.environment);
      if (paths) paths.add(folderRef.path);
      else byEnvironment.set(folderRef.environment, new Set([folderRef.path]));
    });
    if (byEnvironment.size > 0) {
      this.#environments ??= await this.#stores.environments.listActive([this.#projectId]);
      for (const { id, slug } of this.#environments) await this.#findIn(id, slug, [...(byEnvironment.get(slug) ?? [])]);
    }
    return (folderRef) => this.#folders.get(nameOf(folderRef));
  }

  async #findIn(environmentId: string, environment: string, paths: readonly string[]): Promise<void> {
    for (const { id, path } of await this.#stores.folders.listByPaths(environmentId, paths))
      this.#folders.set(nameOf({ environment, path }), { id, folderRef: { environment, path } });
  }
}
