import { slugify } from '../../platform/slug.ts';
import type { ApiClient } from '../server/client.ts';
import { checkEnvironment, findProject } from '../server/project.ts';
import { note, printable, Progress, requireYes } from '../terminal.ts';
import { sendImport, type ImportBody } from './parts.ts';
import { counts, describePlan, isEmpty } from './plan.ts';
import { Report } from './report.ts';
import { VaultClient, type VaultLogin } from './vault-client.ts';
import { findMounts, type VaultMount } from './vault-mounts.ts';
import { VaultReader, type VaultPath } from './vault-reader.ts';
import { importEarlier, secretName, versionsThere, type FolderSecret } from './versions.ts';

export interface VaultImport {
  readonly url: string;
  readonly namespace: string | undefined;
  readonly login: VaultLogin;
  readonly target: ApiClient;
  /** The mounts to import; none means all. */
  readonly mounts: readonly string[];
  /** The project to import into; undefined for a project of its own for each mount. */
  readonly project: string | undefined;
  /** The environment to import into; undefined if the first segment of each path is it. */
  readonly environment: string | undefined;
  readonly path: string;
  /** How many versions of each secret come along. */
  readonly versions: number;
  readonly isDryRun: boolean;
  readonly isConfirmed: boolean;
}

/** Where the secrets of a mount go. */
interface Destination {
  readonly name: string;
  /** Undefined if the project is to be created. */
  readonly projectId: string | undefined;
  readonly path: string;
}

interface Contents {
  readonly body: ImportBody;
  /** The values of secrets with several versions, the oldest first, with the current one. */
  readonly histories: ReadonlyMap<FolderSecret, readonly string[]>;
}

const environmentSlug = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const neverMoved = ['policies, entities and logins', 'leases, and secrets that are generated', 'metadata of paths'];

const joined = (base: string, segments: readonly string[]): string =>
  `/${[...base.split('/'), ...segments].filter(Boolean).join('/')}`;

/** The values of a key from the oldest version on, equal ones in a row once; the last is the current one. */
const historyOf = ({ versions }: VaultPath, key: string): string[] =>
  versions
    .flatMap((values) => values.get(key) ?? [])
    .filter((value, index, values) => index === 0 || value !== values[index - 1]);

class VaultMover {
  readonly #options: VaultImport;
  readonly #source: VaultClient;
  readonly #report = new Report();
  readonly #progress = new Progress();

  constructor(options: VaultImport) {
    this.#options = options;
    this.#source = new VaultClient(options.url, options.namespace);
  }

  async run(): Promise<void> {
    await this.#source.logIn(this.#options.login);
    try {
      await this.#move(await findMounts(this.#source, this.#options.mounts));
    } finally {
      await this.#source.logOut();
    }
  }

  async #move(mounts: readonly VaultMount[]): Promise<void> {
    const destinations = await this.#destinations(mounts);
    const planned: { mount: VaultMount; to: Destination; contents: Contents }[] = [];
    let hasChanges = false;
    for (const [index, mount] of mounts.entries()) {
      const to = destinations[index]!;
      const contents = await this.#read(mount, to);
      hasChanges = (await this.#showPlan(mount, to, contents)) || hasChanges;
      planned.push({ mount, to, contents });
    }
    for (const what of neverMoved) this.#report.add('Never come along', what);
    note(this.#report.text);
    if (this.#report.hasFailures) process.exitCode = 1;
    if (this.#options.isDryRun) return;
    if (!hasChanges) return note('There is nothing to change.');
    await requireYes('Import?', { yes: this.#options.isConfirmed });
    for (const { mount, to, contents } of planned) await this.#import(mount, to, contents);
  }

  /** Finds the projects before anything is read, so that a mistake in their names costs no time. */
  async #destinations(mounts: readonly VaultMount[]): Promise<Destination[]> {
    const { target, project: named, environment, path } = this.#options;
    if (named === undefined) {
      const { projects } = await target.call('listProjects');
      return mounts.map((mount) => {
        const slug = slugify(mount.path);
        const existing = projects.find((project) => project.name === mount.path || project.slug === slug);
        return { name: existing?.slug ?? mount.path, projectId: existing?.id, path };
      });
    }
    const project = await findProject(target, named);
    if (environment !== undefined) checkEnvironment(project, environment);
    return mounts.map((mount) => ({
      name: project.slug,
      projectId: project.id,
      path: mounts.length === 1 ? path : joined(path, [slugify(mount.path)]),
    }));
  }

  async #read(mount: VaultMount, to: Destination): Promise<Contents> {
    let read = 0;
    const reader = new VaultReader(this.#source, mount, {
      report: this.#report,
      versions: this.#options.versions,
      onPath: () => this.#progress.show(0, 1, `reading ${mount.path}: ${(read += 1)} paths`),
    });
    try {
      return this.#contentsOf(mount, to, await reader.read());
    } finally {
      this.#progress.end();
    }
  }

  /** The environment and the folder that a path becomes; undefined if it cannot be imported. */
  #folderOf(mount: VaultMount, to: Destination, path: string): { environment: string; path: string } | undefined {
    const segments = path.split('/');
    const { environment } = this.#options;
    if (environment !== undefined) return { environment, path: joined(to.path, segments) };
    const [first = '', ...rest] = segments;
    if (environmentSlug.test(first)) return { environment: first, path: joined(to.path, rest) };
    this.#report.add('Paths whose first part cannot be the slug of an environment', `${mount.path}/${path}`);
    return undefined;
  }

  #contentsOf(mount: VaultMount, to: Destination, paths: readonly VaultPath[]): Contents {
    const histories = new Map<FolderSecret, readonly string[]>();
    const folders = paths.flatMap((one) => {
      const folder = this.#folderOf(mount, to, one.path);
      if (!folder) return [];
      const secrets = [...one.versions.at(-1)!].map(([secretKey, secretValue]) => {
        const secret = { secretKey, secretValue };
        const history = historyOf(one, secretKey);
        if (history.length > 1) histories.set({ ...folder, secret }, history);
        return secret;
      });
      return [{ ...folder, secrets }];
    });
    const slugs = [...new Set(folders.map(({ environment }) => environment))];
    return { body: { environments: slugs.map((slug) => ({ slug, name: slug })), folders }, histories };
  }

  /** Prints what would change; returns whether anything would. */
  async #showPlan(mount: VaultMount, to: Destination, { body }: Contents): Promise<boolean> {
    const secrets = body.folders.reduce((sum, { secrets: here = [] }) => sum + here.length, 0);
    console.log(printable(`${mount.path} (version ${mount.version}) -> ${to.name}`));
    if (body.folders.length === 0) {
      console.log('There are no secrets.');
      return false;
    }
    if (to.projectId === undefined) {
      const lines = body.folders.map((folder) => `+ folder ${folder.environment}:${folder.path}`);
      console.log([`+ project ${to.name}`, ...lines, `+ ${secrets}, ~ 0, = 0`].map(printable).join('\n'));
      return true;
    }
    const plan = await sendImport(this.#options.target, to.projectId, body, { dryRun: true, inParts: true });
    console.log(describePlan(plan));
    return !isEmpty(plan);
  }

  async #createProject(name: string): Promise<string> {
    const { project } = await this.#options.target.call('createProject', { body: { projectName: name } });
    return project.id;
  }

  async #import(mount: VaultMount, to: Destination, { body, histories }: Contents): Promise<void> {
    if (body.folders.length === 0) return;
    const { target } = this.#options;
    const projectId = to.projectId ?? (await this.#createProject(to.name));
    const there = histories.size === 0 ? new Map<string, number>() : await versionsThere(target, projectId, body);
    const earlier = [...histories].map(([secret, values]): [FolderSecret, string[]] => [
      secret,
      values.slice(there.get(secretName(secret)) ?? 0, -1),
    ]);
    await importEarlier(target, projectId, body, new Map(earlier.filter(([, values]) => values.length > 0)));
    const result = await sendImport(target, projectId, body, {
      dryRun: false,
      inParts: true,
      onPart: (done, total) => this.#progress.show(done, total, `importing ${mount.path}`),
    });
    this.#progress.end();
    note(`Imported ${mount.path} into ${to.name}: ${counts(result)}`);
  }
}

/** Imports the secrets of a server with Vault's API, and reports what could not come along. */
export const importFromVault = (options: VaultImport): Promise<void> => new VaultMover(options).run();
