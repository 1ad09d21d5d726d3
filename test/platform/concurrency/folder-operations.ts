import { sorted, type ModelOperation } from './operations.ts';
import { refused, secretsIn, withSecrets, type ModelState, type Outcome, type Shown } from './state.ts';

const shownFolder = ({ id, name }: any): Shown => ({ id, text: name });
const oneFolder = ({ folder }: any): Shown[] => [shownFolder(folder)];

const nameOf = (path: string): string => path.slice(1);

const changed = (state: ModelState, id: string, before: string | undefined, after: string | undefined): Outcome => {
  const folders = new Map(state.folders);
  if (before !== undefined) folders.delete(before);
  if (after !== undefined) folders.set(after, id);
  return { status: 200, shown: [{ id, text: nameOf((after ?? before)!) }], after: { ...state, folders } };
};

/** The operations on the folders in the root of dev. */
export class FolderOperations {
  readonly #root: { readonly projectId: string; readonly environment: string; readonly path: string };

  constructor(projectId: string) {
    this.#root = { projectId, environment: 'dev', path: '/' };
  }

  create(path: string): ModelOperation {
    return {
      id: 'createFolder',
      body: { ...this.#root, name: nameOf(path) },
      shown: oneFolder,
      run: (state, [id]) => (state.folders.has(path) ? refused(400, state) : changed(state, id!, undefined, path)),
    };
  }

  rename(id: string, newPath: string): ModelOperation {
    return {
      id: 'updateFolder',
      params: { folderId: id },
      body: { ...this.#root, name: nameOf(newPath) },
      shown: oneFolder,
      run: (state) => {
        const path = [...state.folders].find(([, other]) => other === id)?.[0];
        if (path === undefined) return refused(404, state);
        if (path === newPath) return { ...changed(state, id, path, path), after: state };
        return state.folders.has(newPath) ? refused(400, state) : changed(state, id, path, newPath);
      },
    };
  }

  /** Deletes the folder; with its secrets, or only if it has none. */
  delete(path: string, forceDelete: boolean): ModelOperation {
    return {
      id: 'deleteFolder',
      params: { folderId: nameOf(path) },
      body: { ...this.#root, forceDelete },
      shown: oneFolder,
      run: (state) => {
        const id = state.folders.get(path);
        if (id === undefined) return refused(404, state);
        const gone = secretsIn(state, id).map((secret) => secret.id);
        if (gone.length > 0 && !forceDelete) return refused(400, state);
        return changed(withSecrets(state, [], gone), id, path, undefined);
      },
    };
  }

  list(): ModelOperation {
    return {
      id: 'listFolders',
      query: this.#root,
      isRead: true,
      shown: ({ folders }) => sorted(folders.map(shownFolder)),
      run: (state) => ({
        status: 200,
        shown: sorted([...state.folders].map(([path, id]) => ({ id, text: nameOf(path) }))),
        after: state,
      }),
    };
  }
}
