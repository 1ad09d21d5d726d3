import { eachInSlices } from '../../../../platform/slices.ts';
import type { Stores } from '../../../../stores.ts';
import type { EnvironmentRow } from '../../../project/environments/store.ts';
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

  /** Those of these folders that there are, by place. However many there are not, they cost few questions. */
  async find(places: readonly FolderRef[]): Promise<(place: FolderRef) => FolderWithId | undefined> {
    const byEnvironment = new Map<string, Set<string>>();
    await eachInSlices(places, (place) => {
      const name = nameOf(place);
      if (this.#folders.has(name)) return;
      this.#folders.set(name, undefined);
      const paths = byEnvironment.get(place.environment);
      if (paths) paths.add(place.path);
      else byEnvironment.set(place.environment, new Set([place.path]));
    });
    if (byEnvironment.size > 0) {
      this.#environments ??= await this.#stores.environments.listActive([this.#projectId]);
      for (const { id, slug } of this.#environments) await this.#findIn(id, slug, [...(byEnvironment.get(slug) ?? [])]);
    }
    return (place) => this.#folders.get(nameOf(place));
  }

  async #findIn(environmentId: string, environment: string, paths: readonly string[]): Promise<void> {
    for (const { id, path } of await this.#stores.folders.listByPaths(environmentId, paths))
      this.#folders.set(nameOf({ environment, path }), { id, place: { environment, path } });
  }
}
