export interface ModelSecret {
  readonly id: string;
  readonly folderId: string;
  readonly name: string;
  readonly version: number;
  readonly value: string;
}

/** What an identity may do with the secrets of a folder. */
export interface Permit {
  readonly identityId: string;
  readonly path: string;
  /** Writing includes reading. */
  readonly access: 'read' | 'write';
}

export interface ModelPrivilege extends Permit {
  readonly id: string;
  readonly slug: string;
}

/** What a project stores, as far as the clients change it; never modified. */
export interface ModelState {
  /** The ids of the folders in the root, by path. */
  readonly folders: ReadonlyMap<string, string>;
  readonly secrets: ReadonlyMap<string, ModelSecret>;
  readonly privileges: ReadonlyMap<string, ModelPrivilege>;
}

/** An object in a response, or in the state. */
export interface Shown {
  readonly id: string;
  readonly text: string;
}

/** What the model expects of an operation. */
export interface Outcome {
  readonly status: number;
  readonly shown: readonly Shown[];
  readonly after: ModelState;
}

export const keyOf = ({ folders, secrets, privileges }: ModelState): string =>
  [
    [...folders].map(([path, id]) => `${path} ${id}`),
    [...secrets.values()].map(({ id, folderId, name, version, value }) =>
      [id, 'in', folderId, name, `v${version}`, value].join(' '),
    ),
    [...privileges.values()].map(({ id, identityId, slug, path, access }) =>
      [id, 'of', identityId, slug, access, path].join(' '),
    ),
  ]
    .map((lines) => lines.sort().join('\n'))
    .join('\n\n');

export const pathOf = ({ folders }: ModelState, folderId: string): string =>
  [...folders].find(([, id]) => id === folderId)![0];

export const findSecret = ({ secrets }: ModelState, folderId: string, name: string): ModelSecret | undefined =>
  [...secrets.values()].find((secret) => secret.folderId === folderId && secret.name === name);

export const secretsIn = ({ secrets }: ModelState, folderId: string): ModelSecret[] =>
  [...secrets.values()].filter((secret) => secret.folderId === folderId);

/** With these secrets, new or changed, and without those of these ids. */
export const withSecrets = (
  state: ModelState,
  changed: readonly ModelSecret[],
  gone: readonly string[] = [],
): ModelState => {
  const secrets = new Map(state.secrets);
  for (const id of gone) secrets.delete(id);
  for (const secret of changed) secrets.set(secret.id, secret);
  return { ...state, secrets };
};

export const isPermitted = ({ privileges }: ModelState, { identityId, path, access }: Permit): boolean =>
  [...privileges.values()].some(
    (held) => held.identityId === identityId && held.path === path && (access === 'read' || held.access === 'write'),
  );

/** An operation that was refused. */
export const refused = (status: number, state: ModelState): Outcome => ({ status, shown: [], after: state });

export const secretText = (path: string, name: string, version: number, value: string): string =>
  `${path}/${name} v${version} ${value}`;

/** The secrets as a response in this state shows them. */
export const showSecrets = (state: ModelState, secrets: readonly ModelSecret[]): Shown[] =>
  secrets.map(({ id, folderId, name, version, value }) => ({
    id,
    text: secretText(pathOf(state, folderId), name, version, value),
  }));
