import type { Random } from '../../events/random.ts';
import { FolderOperations } from './folder-operations.ts';
import type { ModelOperation } from './operations.ts';
import { PrivilegeOperations } from './privilege-operations.ts';
import { SecretOperations, type SecretInput } from './secret-operations.ts';
import { pathOf, secretsIn, type ModelState, type Permit } from './state.ts';

/** Folders that always exist, and those that are created, renamed and deleted. */
const permanentPaths = ['/a', '/b'];
const transientPaths = ['/c', '/d'];
const paths = [...permanentPaths, ...transientPaths];

const names = ['K0', 'K1', 'K2', 'K3'];
const slugs = ['one', 'two'];

/** An operation of an administrator, or of an identity. */
export interface Choice {
  readonly operation: ModelOperation;
  /** Undefined for an administrator. */
  readonly identityId?: string;
}

interface Weighted {
  readonly weight: number;
  readonly choose: () => Choice;
}

/** Chooses random operations on few objects, so that they often meet. */
export class Choices {
  readonly #random: Random;
  readonly #identityIds: readonly string[];
  readonly secrets: SecretOperations;
  readonly folders: FolderOperations;
  readonly privileges: PrivilegeOperations;
  #values = 0;

  constructor(random: Random, project: { readonly id: string; readonly slug: string }, identityIds: readonly string[]) {
    this.#random = random;
    this.#identityIds = identityIds;
    this.secrets = new SecretOperations(project.id);
    this.folders = new FolderOperations(project.id);
    this.privileges = new PrivilegeOperations(project);
  }

  /** An operation for a client that knows this state, which may be an older one. */
  choose(known: ModelState): Choice {
    const all = [...this.#ofAdministrators(known), ...this.#ofIdentities(known)];
    let left = this.#random.below(all.reduce((sum, { weight }) => sum + weight, 0));
    return all.find(({ weight }) => (left -= weight) < 0)!.choose();
  }

  /** Everything that a state contains, as an administrator and the identities see it. */
  everything(): Choice[] {
    return [
      { operation: this.secrets.list('/') },
      { operation: this.folders.list() },
      ...this.#identityIds.flatMap((identityId) => [
        { operation: this.privileges.list(identityId) },
        ...paths.map((path) => this.#by({ identityId, path, access: 'read' }, this.secrets.list(path))),
      ]),
    ];
  }

  #by(needs: Permit, operation: ModelOperation): Choice {
    return { operation: { ...operation, needs }, identityId: needs.identityId };
  }

  #path(): string {
    return this.#random.chance(0.75) ? this.#random.pick(permanentPaths) : this.#random.pick(transientPaths);
  }

  #input(name = this.#random.pick(names)): SecretInput {
    this.#values += 1;
    return { name, value: `value-${this.#values}` };
  }

  #inputs(): SecretInput[] {
    return this.#random.some(names, 2).map((name) => this.#input(name));
  }

  /** Mostly a secret that the client knows. */
  #name(known: ModelState): { path: string; name: string } {
    const random = this.#random;
    const secrets = [...known.secrets.values()];
    if (secrets.length === 0 || random.chance(0.3)) return { path: this.#path(), name: random.pick(names) };
    const { folderId, name } = random.pick(secrets);
    return { path: pathOf(known, folderId), name };
  }

  #permit(): Permit {
    const random = this.#random;
    return {
      identityId: random.pick(this.#identityIds),
      path: this.#path(),
      access: random.pick(['read', 'write'] as const),
    };
  }

  #ofAdministrators(known: ModelState): Weighted[] {
    const { secrets, folders, privileges } = this;
    const random = this.#random;
    const { path, name } = this.#name(known);
    const choices: [number, () => ModelOperation][] = [
      [12, () => secrets.create(this.#path(), this.#input())],
      [4, () => secrets.createMany(this.#path(), this.#inputs())],
      [16, () => secrets.update(path, this.#input(name))],
      [7, () => secrets.update(path, this.#input(name), random.pick(names))],
      [7, () => this.#updateMany()],
      [8, () => secrets.delete(path, name)],
      [3, () => secrets.deleteMany(path, random.some(names, 2))],
      [8, () => this.#move(known)],
      [3, () => folders.create(random.pick(transientPaths))],
      [3, () => this.#renameFolder(known)],
      [2, () => folders.delete(random.pick(transientPaths), random.chance(0.7))],
      [8, () => privileges.grant({ ...this.#permit(), slug: random.pick(slugs) })],
      [3, () => this.#changePrivilege(known)],
      [7, () => privileges.revoke(random.pick(this.#identityIds), random.pick(slugs))],
      [5, () => secrets.read(path, name)],
      [4, () => secrets.list(path)],
      [2, () => secrets.list('/')],
    ];
    return choices.map(([weight, choose]) => ({ weight, choose: () => ({ operation: choose() }) }));
  }

  #ofIdentities(known: ModelState): Weighted[] {
    const { secrets } = this;
    const random = this.#random;
    const { identityId, path } =
      known.privileges.size > 0 && random.chance(0.7) ? random.pick([...known.privileges.values()]) : this.#permit();
    const name = random.pick(names);
    const choices: [number, Permit['access'], () => ModelOperation][] = [
      [10, 'read', () => secrets.read(path, name)],
      [5, 'read', () => secrets.list(path)],
      [5, 'write', () => secrets.update(path, this.#input())],
      [4, 'write', () => secrets.create(path, this.#input())],
      [3, 'write', () => secrets.delete(path, name)],
    ];
    return choices.map(([weight, access, choose]) => ({
      weight,
      choose: () => this.#by({ identityId, path, access }, choose()),
    }));
  }

  #updateMany(): ModelOperation {
    const inputs = this.#inputs().map((input) => ({ path: this.#path(), ...input }));
    return this.secrets.updateMany(inputs, this.#random.pick(['failOnNotFound', 'upsert'] as const));
  }

  #move(known: ModelState): ModelOperation {
    const random = this.#random;
    const filled = [...known.folders].filter(([, id]) => secretsIn(known, id).length > 0);
    if (filled.length === 0) return this.secrets.create(this.#path(), this.#input());
    const [from, folderId] = random.pick(filled);
    const to = random.pick(paths.filter((path) => path !== from));
    const ids = secretsIn(known, folderId).map(({ id }) => id);
    return this.secrets.move(from, to, random.some(ids, 1 + random.below(2)), random.chance(0.5));
  }

  #renameFolder(known: ModelState): ModelOperation {
    const there = transientPaths.filter((path) => known.folders.has(path));
    if (there.length === 0) return this.folders.create(this.#random.pick(transientPaths));
    return this.folders.rename(known.folders.get(this.#random.pick(there))!, this.#random.pick(transientPaths));
  }

  #changePrivilege(known: ModelState): ModelOperation {
    const random = this.#random;
    const [permit, slug] = [this.#permit(), random.pick(slugs)];
    if (known.privileges.size === 0) return this.privileges.grant({ ...permit, slug });
    return this.privileges.change(random.pick([...known.privileges.keys()]), { ...permit, slug });
  }
}
