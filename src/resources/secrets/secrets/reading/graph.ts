import { badRequest } from '../../../../platform/errors.ts';
import { groupBy } from '../../../../platform/group-by.ts';
import { eachYielding } from '../../../../platform/yielding.ts';
import type { FolderRef } from '../../folders/rules.ts';
import type { Reference } from '../columns.ts';
import { componentsOf } from './components.ts';
import type { FolderInProject } from './other-projects.ts';
import type { FolderWithId, FoundSecret } from './readable-secret.ts';
import type { SecretReader } from './reader.ts';
import { tokenOf } from './references.ts';
import { secretSubjectFields } from '../../../../access/secret-fields.ts';

/** A secret with the secrets that its value refers to. */
export interface ReferenceNode {
  readonly secret: FoundSecret;
  /** The folder in which references without an environment are looked up. */
  readonly context: FolderWithId;
  /** Keyed by the token in the value; without references to unknown secrets. */
  readonly targets: Map<string, ReferenceNode>;
}

/** A secret of the response. */
export interface SecretToShow {
  readonly secret: FoundSecret;
  /** The folder in which references without an environment are looked up. */
  readonly context: FolderWithId;
}

/** Where references without an environment are looked up: in the folder only, or also in the folders it imports. */
export type Lookup = 'in-folder' | 'with-imports';

/** How far references are followed from the secret that is read. */
export const maxDepth = 10;
const maxEdges = 100_000;
/** A name that a folder does not have is looked up in each folder that it imports. */
const maxLookups = 1_000_000;

interface PendingReference {
  readonly node: ReferenceNode;
  readonly reference: Reference;
  readonly folder: FolderWithId;
}

/** All secrets that those of a response refer to, directly or indirectly; built without decrypting anything. */
export class ReferenceGraph {
  readonly #reader: SecretReader;
  readonly #lookup: Lookup;
  readonly #nodes = new Map<string, ReferenceNode>();
  #missing: string[] = [];
  #components: ReadonlyMap<ReferenceNode, number> = new Map();
  #edges = 0;
  #lookups = 0;

  private constructor(reader: SecretReader, lookup: Lookup) {
    this.#reader = reader;
    this.#lookup = lookup;
  }

  /** Throws 403 if the reader may not read one of the targets. Returns undefined if there are no references. */
  static async from(
    reader: SecretReader,
    toShow: readonly SecretToShow[],
    lookup: Lookup,
  ): Promise<ReferenceGraph | undefined> {
    const referring = toShow.filter(({ secret }) => secret.isReadable && secret.row.references.length > 0);
    if (referring.length === 0) return undefined;
    const graph = new ReferenceGraph(reader, lookup);
    let level = referring.map((one) => graph.#add(one));
    for (let depth = 0; depth < maxDepth && level.length > 0; depth += 1) level = await graph.#follow(level);
    graph.#components = await componentsOf(graph.#nodes.values(), ({ targets }) => targets.values());
    return graph;
  }

  /** Every secret that is needed to replace the references. */
  get used(): FoundSecret[] {
    return [...this.#nodes.values()].map(({ secret }) => secret);
  }

  /** References to unknown secrets; they stay in the value as they are. */
  get missing(): readonly string[] {
    return this.#missing;
  }

  nodeOf({ secret, context }: SecretToShow): ReferenceNode | undefined {
    return this.#nodes.get(nameOf(secret, context));
  }

  /** Returns the target of a reference, unless it is part of a cycle: such a reference is never replaced. */
  targetOf(node: ReferenceNode, token: string): ReferenceNode | undefined {
    const target = node.targets.get(token);
    return target && this.#components.get(target) !== this.#components.get(node) ? target : undefined;
  }

  #add({ secret, context }: SecretToShow): ReferenceNode {
    const name = nameOf(secret, context);
    let node = this.#nodes.get(name);
    if (!node) this.#nodes.set(name, (node = { secret, context, targets: new Map() }));
    return node;
  }

  /** Follows the references of these nodes by one step and returns the new nodes. */
  async #follow(level: readonly ReferenceNode[]): Promise<ReferenceNode[]> {
    const sizeBefore = this.#nodes.size;
    for (const pending of groupBy(await this.#pendingReferences(level), ({ folder }) => folder.id).values()) {
      const { folder } = pending[0]!;
      const keys = new Set<string>();
      await eachYielding(pending, ({ reference }) => void keys.add(reference.key));
      const targets = await this.#find(folder, [...keys]);
      await eachYielding(pending, (one) => this.#resolve(one, targets.get(one.reference.key)));
    }
    return [...this.#nodes.values()].slice(sizeBefore);
  }

  async #pendingReferences(level: readonly ReferenceNode[]): Promise<PendingReference[]> {
    this.#edges += level.reduce((sum, { secret }) => sum + secret.row.references.length, 0);
    if (this.#edges > maxEdges)
      throw badRequest(
        `There are more than ${maxEdges} references to follow. Ask for less at once, or without expandSecretReferences.`,
      );
    const folderOf = await this.#locate(level);
    const pending: PendingReference[] = [];
    await eachYielding(this.#referencesOf(level), ({ node, reference }) => {
      const folder = folderOf(reference) ?? (reference.environment === null ? node.context : undefined);
      if (folder) pending.push({ node, reference, folder });
      else this.#missing.push(tokenOf(reference));
    });
    return pending;
  }

  /** Finds the folders that the references name, in this project and in others. */
  async #locate(level: readonly ReferenceNode[]): Promise<(reference: Reference) => FolderWithId | undefined> {
    const folderRefs: FolderRef[] = [];
    const targets: FolderInProject[] = [];
    await eachYielding(this.#referencesOf(level), ({ reference: { project, projectId, environment, path } }) => {
      if (environment === null) return;
      const folderRef = { environment, path: path! };
      if (project === undefined) folderRefs.push(folderRef);
      else targets.push({ project, projectId, folderRef });
    });
    const folderAt = await this.#reader.foldersAt(folderRefs);
    const folderInOtherProject = await this.#reader.foldersInOtherProjects(targets);
    return ({ project, projectId, environment, path }) => {
      if (environment === null) return undefined;
      const folderRef = { environment, path: path! };
      return project === undefined ? folderAt(folderRef) : folderInOtherProject({ project, projectId, folderRef });
    };
  }

  /**
   * Lists the references to follow. In a value from another project, those are only references to its own folder, so
   * that its authors cannot choose what is read in this project.
   */
  *#referencesOf(nodes: readonly ReferenceNode[]): Generator<Pick<PendingReference, 'node' | 'reference'>> {
    for (const node of nodes) {
      const isInOtherProject = this.#reader.isInOtherProject(node.secret.folder);
      for (const reference of node.secret.row.references)
        if (!isInOtherProject || reference.environment === null) yield { node, reference };
    }
  }

  async #find(folder: FolderWithId, keys: readonly string[]): Promise<ReadonlyMap<string, FoundSecret | undefined>> {
    if (this.#lookup === 'in-folder') return this.#reader.find(folder, keys);
    const secrets = new Map<string, FoundSecret>();
    let remaining = keys;
    for (const one of await this.#reader.precedence(folder)) {
      if (remaining.length === 0) break;
      this.#countLookups(remaining.length);
      const secretsInFolder = await this.#reader.find(one, remaining);
      const missing: string[] = [];
      await eachYielding(remaining, (key) => {
        const target = secretsInFolder.get(key);
        if (target) secrets.set(key, target);
        else missing.push(key);
      });
      remaining = missing;
    }
    return secrets;
  }

  #countLookups(count: number): void {
    this.#lookups += count;
    if (this.#lookups > maxLookups)
      throw badRequest(
        `There are more than ${maxLookups} names to look up in imported folders. Ask for less at once, or without expandSecretReferences.`,
      );
  }

  #resolve({ node, reference, folder }: PendingReference, target: FoundSecret | undefined): void {
    const { project } = this.#reader;
    if (reference.project !== undefined || this.#reader.isInOtherProject(folder)) {
      // A secret of another project that the reader may not read looks as if it did not exist.
      if (target?.isVisible && target.isReadable) this.#connect({ node, reference, folder }, target);
      else this.#missing.push(tokenOf(reference));
      return;
    }
    // A reader who may not read that name in the other folder must not learn whether the secret exists.
    if (reference.environment !== null && target?.folder.id !== folder.id)
      project.require('readValue', 'secrets', secretSubjectFields(folder.folderRef, reference.key, []));
    if (!target) return void this.#missing.push(`${folder.id} ${reference.key}`);
    if (!target.isReadable)
      project.require(
        'readValue',
        'secrets',
        secretSubjectFields(target.folder.folderRef, target.row.key, target.tags),
      );
    this.#connect({ node, reference, folder }, target);
  }

  #connect({ node, reference, folder }: PendingReference, target: FoundSecret): void {
    node.targets.set(
      tokenOf(reference),
      this.#add({ secret: target, context: contextOf(this.#reader, this.#lookup, target, folder) }),
    );
  }
}

/**
 * Returns the folder in which references without an environment are looked up: the one that shows the secret, or the
 * secret's own; for a secret of another project always its own.
 */
export const contextOf = (
  reader: SecretReader,
  lookup: Lookup,
  { folder }: FoundSecret,
  shownIn: FolderWithId,
): FolderWithId => (lookup === 'with-imports' && !reader.isInOtherProject(folder) ? shownIn : folder);

/** Lists all secrets that a response depends on. */
export function* secretsOf(toShow: readonly SecretToShow[], graph: ReferenceGraph | undefined): Generator<FoundSecret> {
  for (const { secret } of toShow) yield secret;
  yield* graph?.used ?? [];
}

const nameOf = ({ row }: FoundSecret, context: FolderWithId): string => `${context.id} ${row.id} ${row.version}`;
