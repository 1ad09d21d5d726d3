import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { everyFolder, lastingFolders, passingFolders, passingShows, placeOf } from './playground.ts';
import type { Random } from './random.ts';

/** What was done, for the server said so, and what is to be told of it. */
export type Done =
  | {
      readonly what: 'secrets';
      readonly isRename: boolean;
      /** `kind folder KEYS`, in order; which of these, nobody knows who asks once. */ readonly told: readonly (readonly string[])[];
    }
  | { readonly what: 'folder-deletion'; readonly from: string }
  /** Somebody else may have given it another name before. */
  | { readonly what: 'folder-renaming'; readonly to: string }
  | { readonly what: 'import'; readonly folder: string; readonly isNew: boolean };

interface Answer {
  readonly status: number;
  readonly body: any;
}

/** What all writers believe there is. Others may have changed it since. */
export interface Beliefs {
  /** As `folder KEY`. */
  readonly secrets: Set<string>;
  /** Those that keep their names. */
  readonly movable: Map<string, { readonly folder: string; readonly key: string }>;
  readonly folderIds: Map<string, string>;
  readonly importIds: Map<string, string>;
}

export const noBeliefs = (): Beliefs => ({
  secrets: new Set(),
  movable: new Map(),
  folderIds: new Map(),
  importIds: new Map(),
});

const names = (letter: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${letter}${index}`);
/**
 * Changed one by one or many at once; renamed; moved and copied: apart, so that what is told of one is never what is
 * told of another.
 */
const [plainKeys, renamedKeys, movedKeys] = [names('K', 8), names('R', 5), names('M', 5)];
const allKeys = [...plainKeys, ...renamedKeys, ...movedKeys];

/**
 * Secrets leave these only together with their folder, and no name comes twice: a folder that is deleted right before
 * somebody makes such a secret elsewhere would look like one that is renamed.
 */
const isPassing = (folder: string): boolean => (passingFolders as readonly string[]).includes(folder);

const expected = [200, 400, 403, 404];

export interface WriterMeans {
  readonly random: Random;
  readonly beliefs: Beliefs;
  readonly done: Done[];
  /** One writes to all nodes. */
  readonly urls: readonly string[];
  readonly token: string;
  /** Of somebody who may read everything and change nothing. */
  readonly strangerToken: string;
  readonly projectId: string;
}

type Body = Readonly<Record<string, unknown>>;

let freshNames = 0;
const freshName = (): string => `F${(freshNames += 1)}`;

/** Does random things to the secrets of a project, one after the other. */
export class Writer {
  readonly #means: WriterMeans;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #ways: readonly (readonly [number, () => Promise<void>])[] = [
    [46, () => this.#one()],
    [8, () => this.#rename()],
    [6, () => this.#createMany()],
    [9, () => this.#changeMany()],
    [5, () => this.#deleteMany()],
    [7, () => this.#transfer()],
    [5, () => this.#import()],
    [11, () => this.#folder()],
    [3, () => this.#trespass()],
  ];

  constructor(means: WriterMeans) {
    this.#means = means;
  }

  async write(count: number): Promise<void> {
    const total = this.#ways.reduce((sum, [weight]) => sum + weight, 0);
    for (let number = 0; number < count; number += 1) {
      let left = this.#means.random.below(total);
      await this.#ways.find(([weight]) => (left -= weight) < 0)![1]();
    }
  }

  stop(): void {
    this.#agent.destroy();
  }

  async #call(method: string, path: string, body: Body, token = this.#means.token): Promise<Answer> {
    const url = new URL(path, this.#means.random.pick(this.#means.urls));
    const sent = JSON.stringify(body);
    const answer = await new Promise<Answer>((resolve, reject) => {
      // The length by hand, for Node.js expects no body of a deletion.
      const headers = {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(sent),
      };
      const call = request(url, { method, agent: this.#agent, headers }, (response) => {
        void text(response).then(
          (said) => resolve({ status: response.statusCode!, body: JSON.parse(said) as unknown }),
          reject,
        );
      });
      call.on('error', reject);
      call.end(sent);
    });
    if (!expected.includes(answer.status))
      throw new Error(`${method} ${path} ${JSON.stringify(body)}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer;
  }

  #place(folder: string): Body {
    const { environment, path } = placeOf(folder);
    return { projectId: this.#means.projectId, environment, secretPath: path };
  }

  #told(told: readonly (readonly string[])[], isRename = false): void {
    this.#means.done.push({ what: 'secrets', told, isRename });
  }

  #believe(folder: string, there: readonly string[], gone: readonly string[] = []): void {
    const { secrets } = this.#means.beliefs;
    for (const key of gone) secrets.delete(`${folder} ${key}`);
    for (const key of there) secrets.add(`${folder} ${key}`);
  }

  #isThere(folder: string, key: string): boolean {
    return this.#means.beliefs.secrets.has(`${folder} ${key}`);
  }

  /** Mostly what is likely to succeed. */
  async #one(): Promise<void> {
    const { random } = this.#means;
    const [folder, key] = [random.pick(everyFolder), random.pick(allKeys)];
    if (isPassing(folder)) return this.#onePassing(folder);
    if (this.#isThere(folder, key) === random.chance(0.1)) return this.#create(folder, key);
    // Deleting one that is moved, and making it elsewhere right after, would look like a move.
    return random.chance(0.65) || movedKeys.includes(key) ? this.#change(folder, key) : this.#delete(folder, key);
  }

  #onePassing(folder: string): Promise<void> {
    const { random, beliefs } = this.#means;
    const there = [...beliefs.secrets]
      .filter((text) => text.startsWith(`${folder} `))
      .map((text) => text.slice(folder.length + 1));
    return there.length === 0 || random.chance(0.5)
      ? this.#create(folder, freshName())
      : this.#change(folder, random.pick(there));
  }

  /** In the newer way or the older. */
  #way(folder: string, key: string): { path: string; place: Body } {
    const { projectId, ...place } = this.#place(folder);
    return this.#means.random.chance(0.7)
      ? { path: `/api/v4/secrets/${key}`, place: { projectId, ...place } }
      : { path: `/api/v3/secrets/raw/${key}`, place: { workspaceId: projectId, ...place } };
  }

  async #create(folder: string, key: string): Promise<void> {
    const { path, place } = this.#way(folder, key);
    const { status, body } = await this.#call('POST', path, { ...place, secretValue: 'one' });
    if (status === 400) this.#believe(folder, [key]);
    if (status !== 200) return;
    this.#told([[`secret:create ${folder} ${key}`]]);
    this.#believe(folder, [key]);
    if (movedKeys.includes(key)) this.#means.beliefs.movable.set(body.secret.id as string, { folder, key });
  }

  async #change(folder: string, key: string): Promise<void> {
    const { path, place } = this.#way(folder, key);
    const { status } = await this.#call('PATCH', path, { ...place, secretValue: 'another' });
    if (status === 404) this.#believe(folder, [], [key]);
    if (status === 200) this.#told([[`secret:update ${folder} ${key}`]]);
  }

  async #delete(folder: string, key: string): Promise<void> {
    const { path, place } = this.#way(folder, key);
    const { status } = await this.#call('DELETE', path, place);
    if (status === 200) this.#told([[`secret:delete ${folder} ${key}`]]);
    this.#believe(folder, [], [key]);
  }

  async #rename(): Promise<void> {
    const { random } = this.#means;
    const folder = random.pick(everyFolder);
    const key = renamedKeys.find((name) => this.#isThere(folder, name)) ?? random.pick(renamedKeys);
    const newSecretName = random.pick(renamedKeys.filter((name) => name !== key));
    const { path, place } = this.#way(folder, key);
    const { status } = await this.#call('PATCH', path, { ...place, newSecretName });
    if (status !== 200) return;
    this.#told([[`secret:update ${folder} ${key},${newSecretName}`]], true);
    this.#believe(folder, [newSecretName], [key]);
  }

  async #createMany(): Promise<void> {
    const { random } = this.#means;
    const folder = random.pick(everyFolder);
    const missing = plainKeys.filter((key) => !this.#isThere(folder, key));
    const wanted = random.some(missing.length < 2 || random.chance(0.1) ? plainKeys : missing, 2 + random.below(3));
    const keys = isPassing(folder) ? wanted.map(freshName) : wanted;
    const { status } = await this.#call('POST', '/api/v4/secrets/batch', {
      ...this.#place(folder),
      secrets: keys.map((secretKey) => ({ secretKey, secretValue: 'many' })),
    });
    if (status !== 200) return;
    this.#told([[`secret:create ${folder} ${keys.join(',')}`]]);
    this.#believe(folder, keys);
  }

  async #changeMany(): Promise<void> {
    const { random } = this.#means;
    const folder = random.pick(everyFolder);
    const keys = random.some(plainKeys, 2 + random.below(3));
    const mode = random.pick(
      isPassing(folder) ? ['failOnNotFound', 'ignore'] : ['failOnNotFound', 'ignore', 'upsert', 'upsert'],
    );
    const { status, body } = await this.#call('PATCH', '/api/v4/secrets/batch', {
      ...this.#place(folder),
      mode,
      secrets: keys.map((secretKey) => ({ secretKey, secretValue: 'more' })),
    });
    if (status !== 200) return;
    const answered = body.secrets as readonly { secretKey: string; version: number }[];
    // Whatever was changed has had a version before.
    const keysOf = (isNew: boolean): string =>
      answered
        .filter(({ version }) => (version === 1) === isNew)
        .map(({ secretKey }) => secretKey)
        .join(',');
    const told = [
      ['secret:create', keysOf(true)],
      ['secret:update', keysOf(false)],
    ]
      .filter(([, said]) => said !== '')
      .map(([kind, said]) => `${kind} ${folder} ${said}`);
    if (told.length > 0) this.#told([told]);
    this.#believe(
      folder,
      answered.map(({ secretKey }) => secretKey),
    );
  }

  async #deleteMany(): Promise<void> {
    const { random } = this.#means;
    const folder = random.pick(lastingFolders);
    const there = plainKeys.filter((key) => this.#isThere(folder, key));
    const keys = random.some(there.length < 2 ? plainKeys : there, 2 + random.below(2));
    const { status } = await this.#call('DELETE', '/api/v4/secrets/batch', {
      ...this.#place(folder),
      secrets: keys.map((secretKey) => ({ secretKey })),
    });
    if (status !== 200) return;
    this.#told([[`secret:delete ${folder} ${keys.join(',')}`]]);
    this.#believe(folder, [], keys);
  }

  /** Moves or copies a secret. What was there is not told in the answer. */
  async #transfer(): Promise<void> {
    const {
      random,
      beliefs: { movable },
    } = this.#means;
    if (movable.size === 0) return this.#create(random.pick(lastingFolders), random.pick(movedKeys));
    const [id, { folder, key }] = random.pick([...movable]);
    const to = random.pick(lastingFolders.filter((name) => name !== folder));
    const [source, destination] = [placeOf(folder), placeOf(to)];
    const way = {
      sourceEnvironment: source.environment,
      sourceSecretPath: source.path,
      destinationEnvironment: destination.environment,
      destinationSecretPath: destination.path,
    };
    const isMove = random.chance(0.7);
    const body = {
      projectId: this.#means.projectId,
      ...way,
      secretIds: [id],
      shouldOverwrite: random.chance(0.6),
      ...(!isMove && { attributesToCopy: { value: true } }),
    };
    const { status } = await this.#call('POST', `/api/v4/secrets/${isMove ? 'move' : 'duplicate'}`, body);
    if (status === 404) movable.delete(id);
    if (status !== 200) return;
    const gone = isMove ? [`secret:delete ${folder} ${key}`] : [];
    this.#told(['secret:create', 'secret:update'].map((kind) => [...gone, `${kind} ${to} ${key}`]));
    this.#believe(to, [key]);
    if (!isMove) return;
    this.#believe(folder, [], [key]);
    movable.set(id, { folder: to, key });
  }

  async #import(): Promise<void> {
    const {
      random,
      projectId,
      done,
      beliefs: { importIds },
    } = this.#means;
    const [folder, source] = random.pick([...passingShows]);
    const id = importIds.get(folder);
    const place = { projectId, ...placeOf(folder) };
    const { status, body } = id
      ? await this.#call('DELETE', `/api/v2/secret-imports/${id}`, place)
      : await this.#call('POST', '/api/v2/secret-imports', { ...place, import: placeOf(source) });
    if (status === 200) done.push({ what: 'import', folder, isNew: id === undefined });
    if (id !== undefined && importIds.get(folder) === id) importIds.delete(folder);
    if (id === undefined && status === 200) importIds.set(folder, body.secretImport.id as string);
  }

  /** Makes, renames or deletes one of those that come and go. */
  async #folder(): Promise<void> {
    const {
      random,
      projectId,
      done,
      beliefs: { folderIds },
    } = this.#means;
    const folder = random.pick(passingFolders);
    const place = { projectId, environment: 'dev', path: '/passing' };
    const nameOf = (one: string): string => one.slice(one.lastIndexOf('/') + 1);
    const id = folderIds.get(folder);
    if (id === undefined) {
      const { status, body } = await this.#call('POST', '/api/v2/folders', { ...place, name: nameOf(folder) });
      if (status === 200) folderIds.set(folder, body.folder.id as string);
      return;
    }
    const to = random.chance(0.6) ? random.pick(passingFolders.filter((one) => one !== folder)) : undefined;
    const { status } = to
      ? await this.#call('PATCH', `/api/v2/folders/${id}`, { ...place, name: nameOf(to) })
      : await this.#call('DELETE', `/api/v2/folders/${nameOf(folder)}`, { ...place, forceDelete: true });
    if (status === 400) return;
    folderIds.delete(folder);
    if (status !== 200) return;
    done.push(to ? { what: 'folder-renaming', to } : { what: 'folder-deletion', from: folder });
    if (to) folderIds.set(to, id);
    const { secrets } = this.#means.beliefs;
    for (const one of [...secrets].filter((text) => text.startsWith(`${folder} `))) {
      secrets.delete(one);
      if (to) secrets.add(one.replace(folder, to));
    }
  }

  /** What nobody may be told of, for it does not happen. */
  async #trespass(): Promise<void> {
    const { random, strangerToken } = this.#means;
    const { path, place } = this.#way(random.pick(lastingFolders), random.pick(allKeys));
    const { status } = await this.#call(
      random.pick(['POST', 'PATCH']),
      path,
      { ...place, secretValue: 'not mine' },
      strangerToken,
    );
    if (status !== 403) throw new Error(`a viewer was answered ${status}`);
  }
}
