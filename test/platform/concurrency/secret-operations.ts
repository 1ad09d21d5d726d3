import type { ModelOperation } from './operations.ts';
import { sorted } from './operations.ts';
import {
  findSecret,
  refused,
  secretsIn,
  secretText,
  showSecrets,
  withSecrets,
  type ModelSecret,
  type ModelState,
  type Outcome,
  type Shown,
} from './state.ts';

export interface SecretInput {
  readonly name: string;
  readonly value: string;
}

const shownSecret = ({ id, secretPath, secretKey, version, secretValue }: any): Shown => ({
  id,
  text: secretText(secretPath, secretKey, version, secretValue),
});
const oneSecret = ({ secret }: any): Shown[] => [shownSecret(secret)];
const manySecrets = ({ secrets }: any): Shown[] => secrets.map(shownSecret);

const changed = (state: ModelState, secrets: readonly ModelSecret[], gone?: readonly string[]): Outcome => {
  const after = withSecrets(state, secrets, gone);
  return { status: 200, shown: showSecrets(after, secrets), after };
};

const create = (state: ModelState, path: string, inputs: readonly SecretInput[], ids: readonly string[]): Outcome => {
  const folderId = state.folders.get(path);
  if (folderId === undefined) return refused(404, state);
  if (inputs.some(({ name }) => findSecret(state, folderId, name))) return refused(400, state);
  return changed(
    state,
    inputs.map((input, index) => ({ id: ids[index]!, folderId, ...input, version: 1 })),
  );
};

const remove = (state: ModelState, path: string, names: readonly string[]): Outcome => {
  const folderId = state.folders.get(path);
  const secrets = folderId === undefined ? [] : names.map((name) => findSecret(state, folderId, name));
  if (folderId === undefined || secrets.includes(undefined)) return refused(404, state);
  const gone = secrets as ModelSecret[];
  return {
    status: 200,
    shown: showSecrets(state, gone),
    after: withSecrets(
      state,
      [],
      gone.map(({ id }) => id),
    ),
  };
};

/** The operations on the secrets of dev. */
export class SecretOperations {
  readonly #projectId: string;

  constructor(projectId: string) {
    this.#projectId = projectId;
  }

  #folder(secretPath: string) {
    return { projectId: this.#projectId, environment: 'dev', secretPath };
  }

  create(path: string, { name, value }: SecretInput): ModelOperation {
    return {
      id: 'createSecret',
      params: { secretName: name },
      body: { ...this.#folder(path), secretValue: value },
      shown: oneSecret,
      run: (state, ids) => create(state, path, [{ name, value }], ids),
    };
  }

  createMany(path: string, inputs: readonly SecretInput[]): ModelOperation {
    return {
      id: 'createSecrets',
      body: {
        ...this.#folder(path),
        secrets: inputs.map(({ name, value }) => ({ secretKey: name, secretValue: value })),
      },
      shown: manySecrets,
      run: (state, ids) => create(state, path, inputs, ids),
    };
  }

  /** Changes the value and, with a new name, the name. */
  update(path: string, { name, value }: SecretInput, newName = name): ModelOperation {
    return {
      id: 'updateSecret',
      params: { secretName: name },
      body: { ...this.#folder(path), secretValue: value, ...(newName !== name && { newSecretName: newName }) },
      shown: oneSecret,
      run: (state) => {
        const folderId = state.folders.get(path);
        const secret = folderId === undefined ? undefined : findSecret(state, folderId, name);
        if (!secret) return refused(404, state);
        if (newName !== name && findSecret(state, secret.folderId, newName)) return refused(400, state);
        return changed(state, [{ ...secret, name: newName, value, version: secret.version + 1 }]);
      },
    };
  }

  /** Changes secrets of several folders; a missing one is an error, or is created. */
  updateMany(
    inputs: readonly (SecretInput & { readonly path: string })[],
    mode: 'failOnNotFound' | 'upsert',
  ): ModelOperation {
    return {
      id: 'updateSecrets',
      body: {
        ...this.#folder('/'),
        mode,
        secrets: inputs.map(({ path, name, value }) => ({ secretPath: path, secretKey: name, secretValue: value })),
      },
      shown: manySecrets,
      run: (state, ids) => {
        const secrets: ModelSecret[] = [];
        for (const [index, { path, name, value }] of inputs.entries()) {
          const folderId = state.folders.get(path);
          if (folderId === undefined) return refused(404, state);
          const before = findSecret(state, folderId, name);
          if (!before && mode === 'failOnNotFound') return refused(404, state);
          const { id, version } = before ?? { id: ids[index]!, version: 0 };
          secrets.push({ id, folderId, name, version: version + 1, value });
        }
        return changed(state, secrets);
      },
    };
  }

  delete(path: string, name: string): ModelOperation {
    return {
      id: 'deleteSecret',
      params: { secretName: name },
      body: this.#folder(path),
      shown: oneSecret,
      run: (state) => remove(state, path, [name]),
    };
  }

  deleteMany(path: string, names: readonly string[]): ModelOperation {
    return {
      id: 'deleteSecrets',
      body: { ...this.#folder(path), secrets: names.map((secretKey) => ({ secretKey })) },
      shown: manySecrets,
      run: (state) => remove(state, path, names),
    };
  }

  /** Moves secrets to another folder, where they may replace those of their names. */
  move(from: string, to: string, secretIds: readonly string[], shouldOverwrite: boolean): ModelOperation {
    return {
      id: 'moveSecrets',
      body: {
        projectId: this.#projectId,
        sourceEnvironment: 'dev',
        sourceSecretPath: from,
        destinationEnvironment: 'dev',
        destinationSecretPath: to,
        secretIds,
        shouldOverwrite,
      },
      shown: () => [],
      run: (state) => {
        const [source, folderId] = [state.folders.get(from), state.folders.get(to)];
        const moved = secretIds.map((id) => state.secrets.get(id));
        if (folderId === undefined || moved.some((secret) => !secret || secret.folderId !== source))
          return refused(404, state);
        const pairs = moved.map((secret) => ({ secret: secret!, target: findSecret(state, folderId, secret!.name) }));
        if (!shouldOverwrite && pairs.some(({ target }) => target)) return refused(400, state);
        const there = pairs.map(({ secret, target }) =>
          target ? { ...target, value: secret.value, version: target.version + 1 } : { ...secret, folderId },
        );
        return { ...changed(state, there, secretIds), shown: [] };
      },
    };
  }

  read(path: string, name: string): ModelOperation {
    return {
      id: 'getSecret',
      params: { secretName: name },
      query: this.#folder(path),
      isRead: true,
      shown: oneSecret,
      run: (state) => {
        const folderId = state.folders.get(path);
        const secret = folderId === undefined ? undefined : findSecret(state, folderId, name);
        return secret ? { status: 200, shown: showSecrets(state, [secret]), after: state } : refused(404, state);
      },
    };
  }

  /** Lists the secrets of a folder; those of the root with all below. */
  list(path: string): ModelOperation {
    return {
      id: 'listSecrets',
      query: { ...this.#folder(path), ...(path === '/' && { recursive: 'true' }) },
      isRead: true,
      shown: (body) => sorted(manySecrets(body)),
      run: (state) => {
        const folderId = state.folders.get(path);
        if (folderId === undefined && path !== '/') return refused(404, state);
        const secrets = folderId === undefined ? [...state.secrets.values()] : secretsIn(state, folderId);
        return { status: 200, shown: sorted(showSecrets(state, secrets)), after: state };
      },
    };
  }
}
