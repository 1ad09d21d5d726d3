import { queryClient } from '../../api/query-client.ts';
import { failureOf, statusOf } from '../../api/errors.ts';
import { notifyUndoable } from '../../components/undo.tsx';
import { splitPath } from '../../secrets/addresses.ts';
import { createFolder } from '../../secrets/create-folder.ts';

/** What failed in some environments, while it was done in the others. */
class PartialFailure extends Error {
  readonly statusCode = 400;
  constructor(failures: ReadonlyMap<string, string>, isPartial: boolean) {
    const lines = [...failures].map(([environment, message]) => `${environment}: ${message}`);
    super([...(isPartial ? ['It was created in the other environments.'] : []), ...lines].join('\n'));
  }
}

interface Target {
  readonly projectId: string;
  readonly path: string;
  /** What is created. */
  readonly name: string;
  readonly environments: readonly string[];
  /** Told in which environments it is still to be done after an error. */
  readonly onFailed: (environments: string[]) => void;
}

type Undo = () => Promise<unknown>;

/**
 * Creates something in several environments; what is missing of the folder is created on the way. Says where it was done,
 * with a button that undoes it.
 */
export const createInEnvironments = async (
  { projectId, path, name, environments, onFailed }: Target,
  run: (environment: string) => Promise<Undo>,
): Promise<void> => {
  const failures = new Map<string, string>();
  const undos: Undo[] = [];
  const done: string[] = [];
  for (const environment of environments) {
    try {
      const undo = await run(environment).catch(async (error: unknown) => {
        if (statusOf(error) !== 404 || path === '/') throw error;
        const { parent, name: folder } = splitPath(path);
        undos.push(await createFolder({ projectId, path: parent }, environment, { name: folder }));
        return run(environment);
      });
      undos.push(undo);
      done.push(environment);
    } catch (error) {
      failures.set(environment, failureOf(error).message);
    }
  }
  if (done.length > 0)
    notifyUndoable(`${name} was created in ${done.join(', ')}.`, async () => {
      for (const undo of undos.toReversed()) await undo();
    });
  if (failures.size === 0) return;
  onFailed([...failures.keys()]);
  void queryClient.invalidateQueries();
  throw new PartialFailure(failures, done.length > 0);
};
