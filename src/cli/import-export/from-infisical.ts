import { systemClock } from '../../platform/clock.ts';
import { UsageError } from '../usage.ts';
import type { ApiClient } from '../server/client.ts';
import { moveIdentities, moveRoles } from './members.ts';
import { sendImport } from './parts.ts';
import { Report } from './report.ts';
import { SourceReader, type SourceContents, type SourceProject, type SourceSecret } from './source-project.ts';
import { note, Progress, requireYes } from '../terminal.ts';
import { importEarlier, secretName, versionsThere } from './versions.ts';

export interface MoveOptions {
  readonly source: ApiClient;
  readonly target: ApiClient;
  /** The slug or the id of a single project of the source; undefined for all. */
  readonly project: string | undefined;
  /** How many versions of each secret come along. */
  readonly versions: number;
  readonly isDryRun: boolean;
  readonly isConfirmed: boolean;
}

const neverMoved = [
  'members and groups of projects',
  'additional privileges',
  'service tokens',
  'webhooks',
  'approval policies',
  'the audit log',
  'dynamic and rotated secrets',
  'who wrote a version, and when',
];

/** Imports the projects of one server into another. A second run goes on where the first one ended. */
class Mover {
  readonly #options: MoveOptions;
  readonly #report = new Report();
  readonly #progress = new Progress();
  readonly #reader: SourceReader;
  #done = 0;
  #total = 1;

  constructor(options: MoveOptions) {
    this.#options = options;
    this.#reader = new SourceReader(options.source, this.#report, (what) => this.#show(`reading ${what}`));
  }

  #show(what: string): void {
    this.#progress.show(this.#done, this.#total, what);
  }

  async #projects(): Promise<SourceProject[]> {
    const { source, project } = this.#options;
    const { projects } = await source.call('listProjects');
    const chosen = projects.filter(({ id, slug }) => project === undefined || project === id || project === slug);
    if (chosen.length === 0)
      throw new UsageError(
        project === undefined
          ? 'The token of the source has access to no project.'
          : `The token of the source has access to no project '${project}'.`,
      );
    for (const { slug, type } of chosen.filter((one) => one.type !== 'secret-manager'))
      this.#report.add('Projects of other types', `${slug} (${type})`);
    return chosen.filter(({ type }) => type === 'secret-manager');
  }

  /** Finds the project of the same slug on the target, or creates it without environments. */
  async #targetProject({ name, slug, description }: SourceProject): Promise<string | undefined> {
    const { target, isDryRun } = this.#options;
    const { projects } = await target.call('listProjects');
    const existing = projects.find((project) => project.slug === slug);
    if (existing || isDryRun) return existing?.id;
    const { project } = await target.call('createProject', {
      body: {
        projectName: name,
        ...(description && { projectDescription: description }),
        slug,
        shouldCreateDefaultEnvs: false,
      },
    });
    return project.id;
  }

  /** Imports the earlier versions, the oldest first, from the one on that the target does not have yet. */
  async #importVersions(targetId: string, { body, secrets }: SourceContents): Promise<void> {
    const { target, versions: limit } = this.#options;
    const withHistory = limit > 1 ? secrets.filter(({ version }) => version > 1) : [];
    if (withHistory.length === 0) return;
    const there = await versionsThere(target, targetId, body);
    const remaining = new Map<SourceSecret, string[]>();
    [this.#done, this.#total] = [0, withHistory.length];
    for (const secret of withHistory) {
      this.#show(`reading versions of ${secretName(secret)}`);
      const values = await this.#reader.values(secret, limit);
      // The last value is the current one, which the import of the whole project brings.
      const missing = values.slice(there.get(secretName(secret)) ?? 0, -1);
      if (missing.length > 0) remaining.set(secret, missing);
      this.#done += 1;
    }
    await importEarlier(target, targetId, body, remaining);
  }

  async #moveProject(project: SourceProject): Promise<void> {
    const { source, target, isDryRun } = this.#options;
    const contents = await this.#reader.read(project);
    const targetId = await this.#targetProject(project);
    const { slug } = project;
    // The plan also tells what was new afterwards, when all of it has been imported with its earlier versions.
    const { created, changed, unchanged } =
      targetId === undefined
        ? { created: contents.secrets.length, changed: 0, unchanged: 0 }
        : await sendImport(target, targetId, contents.body, { dryRun: true, inParts: true });
    const counts = `${slug}: + ${created}, ~ ${changed}, = ${unchanged}`;
    if (isDryRun || targetId === undefined) {
      this.#progress.end();
      console.log(counts);
      return;
    }
    await this.#importVersions(targetId, contents);
    await sendImport(target, targetId, contents.body, {
      dryRun: false,
      inParts: true,
      onPart: (done, total) => {
        [this.#done, this.#total] = [done, total];
        this.#show(`importing ${slug}`);
      },
    });
    const move = { source, target, sourceId: project.id, targetId, report: this.#report };
    const roles = await moveRoles(move);
    const identities = await moveIdentities(move, systemClock.now());
    this.#progress.end();
    console.log(`${counts}, ${roles} roles, ${identities} machine identities`);
  }

  async run(): Promise<void> {
    const { target, isDryRun, isConfirmed } = this.#options;
    const projects = await this.#projects();
    note(`To import into ${target.url}: ${projects.map(({ slug }) => slug).join(', ')}`);
    if (!isDryRun) await requireYes('Import?', { yes: isConfirmed });
    for (const [index, project] of projects.entries()) {
      [this.#done, this.#total] = [index, projects.length];
      await this.#moveProject(project).catch((error: unknown) => this.#report.fail(`project ${project.slug}`, error));
    }
    this.#progress.end();
    for (const what of neverMoved) this.#report.add('Never come along', what);
    note(this.#report.text);
    if (this.#report.hasFailures) process.exitCode = 1;
  }
}

/** Imports projects of another server with the same API, and reports what could not come along. */
export const importFromInfisical = (options: MoveOptions): Promise<void> => new Mover(options).run();
