import { badRequest } from '../../../../platform/errors.ts';
import { eachInSlices } from '../../../../platform/slices.ts';
import type { FolderRef } from '../../folders/rules.ts';
import type { Reference } from '../../secret-versions/store.ts';
import { componentsOf } from './components.ts';
import type { FolderInProject } from './other-projects.ts';
import type { FolderWithId, FoundSecret } from './readable-secret.ts';
import type { SecretReader } from './reader.ts';
import { tokenOf } from './references.ts';
import { secretSubjectFields } from '../subject-fields.ts';

/** A secret with what its value refers to. */
export interface ReferenceNode {
  readonly found: FoundSecret;
  /** The folder that a name alone is looked up in. */
  readonly context: FolderWithId;
  /** By how the value writes them; without those that there are not. */
  readonly targets: Map<string, ReferenceNode>;
}

/** A secret of the answer, as seen from a folder: its own, or the one that imports it. */
export interface SecretToShow {
  readonly found: FoundSecret;
  readonly context: FolderWithId;
}

/** How a name alone is looked up: among what the folder has, or also among what it imports. */
export type Lookup = 'in-folder' | 'with-imports';

/** How far references are followed from the secret that is read. */
export const maxDepth = 10;
const maxEdges = 100_000;
/** A name that a folder does not have is looked up in each folder that it imports. */
const maxLookups = 1_000_000;

interface Question {
  readonly node: ReferenceNode;
  readonly reference: Reference;
  readonly folder: FolderWithId;
}

/** Everything that the secrets of an answer refer to, directly or through others; found without opening anything. */
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

  /** 403 if the reader may not read one of the targets. None if there is nothing to replace. */
  static async from(
    reader: SecretReader,
    seen: readonly SecretToShow[],
    lookup: Lookup,
  ): Promise<ReferenceGraph | undefined> {
    const referring = seen.filter(({ found }) => found.isReadable && found.row.references.length > 0);
    if (referring.length === 0) return undefined;
    const graph = new ReferenceGraph(reader, lookup);
    let level = referring.map((one) => graph.#add(one));
    for (let depth = 0; depth < maxDepth && level.length > 0; depth += 1) level = await graph.#follow(level);
    graph.#components = await componentsOf(graph.#nodes.values(), ({ targets }) => targets.values());
    return graph;
  }

  /** Every secret that is needed to replace the references. */
  get used(): FoundSecret[] {
    return [...this.#nodes.values()].map(({ found }) => found);
  }

  /** References to what is not there: they stay as they are until it is. */
  get missing(): readonly string[] {
    return this.#missing;
  }

  nodeOf({ found, context }: SecretToShow): ReferenceNode | undefined {
    return this.#nodes.get(nameOf(found, context));
  }

  /** What is referred to, unless that refers back: such a reference stays as it is, from wherever it is read. */
  targetOf(node: ReferenceNode, token: string): ReferenceNode | undefined {
    const target = node.targets.get(token);
    return target && this.#components.get(target) !== this.#components.get(node) ? target : undefined;
  }

  #add({ found, context }: SecretToShow): ReferenceNode {
    const name = nameOf(found, context);
    let node = this.#nodes.get(name);
    if (!node) this.#nodes.set(name, (node = { found, context, targets: new Map() }));
    return node;
  }

  /** One step further from these; the nodes that are new. */
  async #follow(level: readonly ReferenceNode[]): Promise<ReferenceNode[]> {
    const known = this.#nodes.size;
    for (const questions of byFolder(await this.#questions(level))) {
      const { folder } = questions[0]!;
      const keys = new Set<string>();
      await eachInSlices(questions, ({ reference }) => void keys.add(reference.key));
      const found = await this.#find(folder, [...keys]);
      await eachInSlices(questions, (question) => this.#answer(question, found.get(question.reference.key)));
    }
    return [...this.#nodes.values()].slice(known);
  }

  async #questions(level: readonly ReferenceNode[]): Promise<Question[]> {
    this.#edges += level.reduce((sum, { found }) => sum + found.row.references.length, 0);
    if (this.#edges > maxEdges)
      throw badRequest(
        `There are more than ${maxEdges} references to follow. Ask for less at once, or without expandSecretReferences.`,
      );
    const folderOf = await this.#locate(level);
    const questions: Question[] = [];
    await eachInSlices(this.#referencesOf(level), ({ node, reference }) => {
      const folder = folderOf(reference) ?? (reference.environment === null ? node.context : undefined);
      if (folder) questions.push({ node, reference, folder });
      else this.#missing.push(tokenOf(reference));
    });
    return questions;
  }

  /** The folders that the references of these name, in this project and in others. */
  async #locate(level: readonly ReferenceNode[]): Promise<(reference: Reference) => FolderWithId | undefined> {
    const places: FolderRef[] = [];
    const elsewhere: FolderInProject[] = [];
    await eachInSlices(this.#referencesOf(level), ({ reference: { project, environment, path } }) => {
      if (environment === null) return;
      const place = { environment, path: path! };
      if (project === undefined) places.push(place);
      else elsewhere.push({ project, place });
    });
    const folderAt = await this.#reader.foldersAt(places);
    const folderElsewhere = await this.#reader.foldersElsewhere(elsewhere);
    return ({ project, environment, path }) => {
      if (environment === null) return undefined;
      const place = { environment, path: path! };
      return project === undefined ? folderAt(place) : folderElsewhere({ project, place });
    };
  }

  /**
   * Of a value from another project, only names in its own folder are looked up: nobody there decides what is read
   * here.
   */
  *#referencesOf(nodes: readonly ReferenceNode[]): Generator<Pick<Question, 'node' | 'reference'>> {
    for (const node of nodes) {
      const isElsewhere = this.#reader.isElsewhere(node.found.folder);
      for (const reference of node.found.row.references)
        if (!isElsewhere || reference.environment === null) yield { node, reference };
    }
  }

  async #find(folder: FolderWithId, keys: readonly string[]): Promise<ReadonlyMap<string, FoundSecret | undefined>> {
    if (this.#lookup === 'in-folder') return this.#reader.find(folder, keys);
    const found = new Map<string, FoundSecret>();
    let wanted = keys;
    for (const one of await this.#reader.precedence(folder)) {
      if (wanted.length === 0) break;
      this.#countLookups(wanted.length);
      const there = await this.#reader.find(one, wanted);
      const missing: string[] = [];
      await eachInSlices(wanted, (key) => {
        const target = there.get(key);
        if (target) found.set(key, target);
        else missing.push(key);
      });
      wanted = missing;
    }
    return found;
  }

  #countLookups(count: number): void {
    this.#lookups += count;
    if (this.#lookups > maxLookups)
      throw badRequest(
        `There are more than ${maxLookups} names to look up in imported folders. Ask for less at once, or without expandSecretReferences.`,
      );
  }

  #answer({ node, reference, folder }: Question, target: FoundSecret | undefined): void {
    const { project } = this.#reader;
    if (reference.project !== undefined || this.#reader.isElsewhere(folder)) {
      // What the reader may not read under the name of a project is the same as what does not exist there.
      if (target?.isVisible && target.isReadable) this.#connect({ node, reference, folder }, target);
      else this.#missing.push(tokenOf(reference));
      return;
    }
    // Whoever may not read a name elsewhere is not told whether there is a secret of it.
    if (reference.environment !== null && target?.folder.id !== folder.id)
      project.require('readValue', 'secrets', secretSubjectFields(folder.place, reference.key, []));
    if (!target) return void this.#missing.push(`${folder.id} ${reference.key}`);
    if (!target.isReadable)
      project.require('readValue', 'secrets', secretSubjectFields(target.folder.place, target.row.key, target.tags));
    this.#connect({ node, reference, folder }, target);
  }

  #connect({ node, reference, folder }: Question, target: FoundSecret): void {
    node.targets.set(
      tokenOf(reference),
      this.#add({ found: target, context: contextOf(this.#reader, this.#lookup, target, folder) }),
    );
  }
}

/**
 * The folder that names in a value are looked up in: the one that shows it, or its own; for a value of another project
 * always its own.
 */
export const contextOf = (
  reader: SecretReader,
  lookup: Lookup,
  { folder }: FoundSecret,
  shownIn: FolderWithId,
): FolderWithId => (lookup === 'with-imports' && !reader.isElsewhere(folder) ? shownIn : folder);

/** Everything that an answer is made of. */
export function* secretsOf(seen: readonly SecretToShow[], graph: ReferenceGraph | undefined): Generator<FoundSecret> {
  for (const { found } of seen) yield found;
  yield* graph?.used ?? [];
}

const nameOf = ({ row }: FoundSecret, context: FolderWithId): string => `${context.id} ${row.id} ${row.version}`;

const byFolder = (questions: readonly Question[]): Question[][] => {
  const groups = new Map<string, Question[]>();
  for (const question of questions) {
    const group = groups.get(question.folder.id);
    if (group) group.push(question);
    else groups.set(question.folder.id, [question]);
  }
  return [...groups.values()];
};
