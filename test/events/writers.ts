import { everyFolder, folderRefOf, optionalImports, permanentFolders, transientFolders } from './model-project.ts';
import type { AcknowledgedChange, AssumedState } from './assumed-state.ts';
import type { Random } from './random.ts';
import { allKeys, freshName, isTransient, movedKeys, plainKeys, renamedKeys } from './secret-keys.ts';
import { WriterClient, type Answer, type Body } from './writer-client.ts';

export interface WriterDeps {
  readonly random: Random;
  readonly assumed: AssumedState;
  readonly done: AcknowledgedChange[];
  /** Each writer uses all nodes. */
  readonly urls: readonly string[];
  readonly token: string;
  /** The token of a member who may read everything and change nothing. */
  readonly strangerToken: string;
  readonly projectId: string;
}

/** Makes random changes to the secrets of a project, one after the other. */
export class Writer {
  readonly #deps: WriterDeps;
  readonly #client: WriterClient;
  readonly #kinds: readonly (readonly [number, () => Promise<void>])[] = [
    [46, () => this.#one()],
    [8, () => this.#rename()],
    [6, () => this.#createMany()],
    [9, () => this.#changeMany()],
    [5, () => this.#deleteMany()],
    [7, () => this.#transfer()],
    [5, () => this.#import()],
    [11, () => this.#folder()],
    [3, () => this.#attemptForbidden()],
  ];

  constructor(deps: WriterDeps) {
    this.#deps = deps;
    this.#client = new WriterClient(deps.random, deps.urls);
  }

  async write(count: number): Promise<void> {
    const total = this.#kinds.reduce((sum, [weight]) => sum + weight, 0);
    for (let number = 0; number < count; number += 1) {
      let left = this.#deps.random.below(total);
      await this.#kinds.find(([weight]) => (left -= weight) < 0)![1]();
    }
  }

  stop(): void {
    this.#client.stop();
  }

  #call(method: string, path: string, body: Body, token = this.#deps.token): Promise<Answer> {
    return this.#client.call(method, path, body, token);
  }

  #location(folder: string): Body {
    const { environment, path } = folderRefOf(folder);
    return { projectId: this.#deps.projectId, environment, secretPath: path };
  }

  #acknowledge(events: readonly (readonly string[])[], isRename = false): void {
    this.#deps.done.push({ what: 'secrets', events, isRename });
  }

  #assume(folder: string, there: readonly string[], gone: readonly string[] = []): void {
    const { secrets } = this.#deps.assumed;
    for (const key of gone) secrets.delete(`${folder} ${key}`);
    for (const key of there) secrets.add(`${folder} ${key}`);
  }

  #isThere(folder: string, key: string): boolean {
    return this.#deps.assumed.secrets.has(`${folder} ${key}`);
  }

  /** Mostly changes that are likely to succeed. */
  async #one(): Promise<void> {
    const { random } = this.#deps;
    const [folder, key] = [random.pick(everyFolder), random.pick(allKeys)];
    if (isTransient(folder)) return this.#oneTransient(folder);
    if (this.#isThere(folder, key) === random.chance(0.1)) return this.#create(folder, key);
    // Deleting a moved secret and creating it elsewhere right after would look like a move.
    return random.chance(0.65) || movedKeys.includes(key) ? this.#change(folder, key) : this.#delete(folder, key);
  }

  #oneTransient(folder: string): Promise<void> {
    const { random, assumed } = this.#deps;
    const there = [...assumed.secrets]
      .filter((text) => text.startsWith(`${folder} `))
      .map((text) => text.slice(folder.length + 1));
    return there.length === 0 || random.chance(0.5)
      ? this.#create(folder, freshName())
      : this.#change(folder, random.pick(there));
  }

  /** The current or the legacy API. */
  #endpoint(folder: string, key: string): { path: string; location: Body } {
    const { projectId, ...location } = this.#location(folder);
    return this.#deps.random.chance(0.7)
      ? { path: `/api/v4/secrets/${key}`, location: { projectId, ...location } }
      : { path: `/api/v3/secrets/raw/${key}`, location: { workspaceId: projectId, ...location } };
  }

  async #create(folder: string, key: string): Promise<void> {
    const { path, location } = this.#endpoint(folder, key);
    const { status, body } = await this.#call('POST', path, { ...location, secretValue: 'one' });
    if (status === 400) this.#assume(folder, [key]);
    if (status !== 200) return;
    this.#acknowledge([[`secret:create ${folder} ${key}`]]);
    this.#assume(folder, [key]);
    if (movedKeys.includes(key)) this.#deps.assumed.movable.set(body.secret.id as string, { folder, key });
  }

  async #change(folder: string, key: string): Promise<void> {
    const { path, location } = this.#endpoint(folder, key);
    const { status } = await this.#call('PATCH', path, { ...location, secretValue: 'another' });
    if (status === 404) this.#assume(folder, [], [key]);
    if (status === 200) this.#acknowledge([[`secret:update ${folder} ${key}`]]);
  }

  async #delete(folder: string, key: string): Promise<void> {
    const { path, location } = this.#endpoint(folder, key);
    const { status } = await this.#call('DELETE', path, location);
    if (status === 200) this.#acknowledge([[`secret:delete ${folder} ${key}`]]);
    this.#assume(folder, [], [key]);
  }

  async #rename(): Promise<void> {
    const { random } = this.#deps;
    const folder = random.pick(everyFolder);
    const key = renamedKeys.find((name) => this.#isThere(folder, name)) ?? random.pick(renamedKeys);
    const newSecretName = random.pick(renamedKeys.filter((name) => name !== key));
    const { path, location } = this.#endpoint(folder, key);
    const { status } = await this.#call('PATCH', path, { ...location, newSecretName });
    if (status !== 200) return;
    this.#acknowledge([[`secret:update ${folder} ${key},${newSecretName}`]], true);
    this.#assume(folder, [newSecretName], [key]);
  }

  async #createMany(): Promise<void> {
    const { random } = this.#deps;
    const folder = random.pick(everyFolder);
    const missing = plainKeys.filter((key) => !this.#isThere(folder, key));
    const wanted = random.some(missing.length < 2 || random.chance(0.1) ? plainKeys : missing, 2 + random.below(3));
    const keys = isTransient(folder) ? wanted.map(freshName) : wanted;
    const { status } = await this.#call('POST', '/api/v4/secrets/batch', {
      ...this.#location(folder),
      secrets: keys.map((secretKey) => ({ secretKey, secretValue: 'many' })),
    });
    if (status !== 200) return;
    this.#acknowledge([[`secret:create ${folder} ${keys.join(',')}`]]);
    this.#assume(folder, keys);
  }

  async #changeMany(): Promise<void> {
    const { random } = this.#deps;
    const folder = random.pick(everyFolder);
    const keys = random.some(plainKeys, 2 + random.below(3));
    const mode = random.pick(
      isTransient(folder) ? ['failOnNotFound', 'ignore'] : ['failOnNotFound', 'ignore', 'upsert', 'upsert'],
    );
    const { status, body } = await this.#call('PATCH', '/api/v4/secrets/batch', {
      ...this.#location(folder),
      mode,
      secrets: keys.map((secretKey) => ({ secretKey, secretValue: 'more' })),
    });
    if (status !== 200) return;
    const answered = body.secrets as readonly { secretKey: string; version: number }[];
    // A changed secret has a version greater than 1.
    const keysOf = (isNew: boolean): string =>
      answered
        .filter(({ version }) => (version === 1) === isNew)
        .map(({ secretKey }) => secretKey)
        .join(',');
    const events = [
      ['secret:create', keysOf(true)],
      ['secret:update', keysOf(false)],
    ]
      .filter(([, keys]) => keys !== '')
      .map(([kind, keys]) => `${kind} ${folder} ${keys}`);
    if (events.length > 0) this.#acknowledge([events]);
    this.#assume(
      folder,
      answered.map(({ secretKey }) => secretKey),
    );
  }

  async #deleteMany(): Promise<void> {
    const { random } = this.#deps;
    const folder = random.pick(permanentFolders);
    const there = plainKeys.filter((key) => this.#isThere(folder, key));
    const keys = random.some(there.length < 2 ? plainKeys : there, 2 + random.below(2));
    const { status } = await this.#call('DELETE', '/api/v4/secrets/batch', {
      ...this.#location(folder),
      secrets: keys.map((secretKey) => ({ secretKey })),
    });
    if (status !== 200) return;
    this.#acknowledge([[`secret:delete ${folder} ${keys.join(',')}`]]);
    this.#assume(folder, [], keys);
  }

  /** Moves or copies a secret. The response does not show whether a secret was replaced. */
  async #transfer(): Promise<void> {
    const {
      random,
      assumed: { movable },
    } = this.#deps;
    if (movable.size === 0) return this.#create(random.pick(permanentFolders), random.pick(movedKeys));
    const [id, { folder, key }] = random.pick([...movable]);
    const to = random.pick(permanentFolders.filter((name) => name !== folder));
    const [source, destination] = [folderRefOf(folder), folderRefOf(to)];
    const way = {
      sourceEnvironment: source.environment,
      sourceSecretPath: source.path,
      destinationEnvironment: destination.environment,
      destinationSecretPath: destination.path,
    };
    const isMove = random.chance(0.7);
    const body = {
      projectId: this.#deps.projectId,
      ...way,
      secretIds: [id],
      shouldOverwrite: random.chance(0.6),
      ...(!isMove && { attributesToCopy: { value: true } }),
    };
    const { status } = await this.#call('POST', `/api/v4/secrets/${isMove ? 'move' : 'duplicate'}`, body);
    if (status === 404) movable.delete(id);
    if (status !== 200) return;
    const gone = isMove ? [`secret:delete ${folder} ${key}`] : [];
    this.#acknowledge(['secret:create', 'secret:update'].map((kind) => [...gone, `${kind} ${to} ${key}`]));
    this.#assume(to, [key]);
    if (!isMove) return;
    this.#assume(folder, [], [key]);
    movable.set(id, { folder: to, key });
  }

  async #import(): Promise<void> {
    const {
      random,
      projectId,
      done,
      assumed: { importIds },
    } = this.#deps;
    const [folder, source] = random.pick([...optionalImports]);
    const id = importIds.get(folder);
    const location = { projectId, ...folderRefOf(folder) };
    const { status, body } = id
      ? await this.#call('DELETE', `/api/v2/secret-imports/${id}`, location)
      : await this.#call('POST', '/api/v2/secret-imports', { ...location, import: folderRefOf(source) });
    if (status === 200) done.push({ what: 'import', folder, isNew: id === undefined });
    if (id !== undefined && importIds.get(folder) === id) importIds.delete(folder);
    if (id === undefined && status === 200) importIds.set(folder, body.secretImport.id as string);
  }

  /** Creates, renames or deletes one of the transient folders. */
  async #folder(): Promise<void> {
    const {
      random,
      projectId,
      done,
      assumed: { folderIds },
    } = this.#deps;
    const folder = random.pick(transientFolders);
    const location = { projectId, environment: 'dev', path: '/transient' };
    const nameOf = (one: string): string => one.slice(one.lastIndexOf('/') + 1);
    const id = folderIds.get(folder);
    if (id === undefined) {
      const { status, body } = await this.#call('POST', '/api/v2/folders', { ...location, name: nameOf(folder) });
      if (status === 200) folderIds.set(folder, body.folder.id as string);
      return;
    }
    const to = random.chance(0.6) ? random.pick(transientFolders.filter((one) => one !== folder)) : undefined;
    const { status } = to
      ? await this.#call('PATCH', `/api/v2/folders/${id}`, { ...location, name: nameOf(to) })
      : await this.#call('DELETE', `/api/v2/folders/${nameOf(folder)}`, { ...location, forceDelete: true });
    if (status === 400) return;
    folderIds.delete(folder);
    if (status !== 200) return;
    done.push(to ? { what: 'folder-renaming', to } : { what: 'folder-deletion', from: folder });
    if (to) folderIds.set(to, id);
    const { secrets } = this.#deps.assumed;
    for (const one of [...secrets].filter((text) => text.startsWith(`${folder} `))) {
      secrets.delete(one);
      if (to) secrets.add(one.replace(folder, to));
    }
  }

  /** A request that is refused and must cause no event. */
  async #attemptForbidden(): Promise<void> {
    const { random, strangerToken } = this.#deps;
    const { path, location } = this.#endpoint(random.pick(permanentFolders), random.pick(allKeys));
    const { status } = await this.#call(
      random.pick(['POST', 'PATCH']),
      path,
      { ...location, secretValue: 'not mine' },
      strangerToken,
    );
    if (status !== 403) throw new Error(`a viewer was answered ${status}`);
  }
}
