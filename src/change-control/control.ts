import type { Actor } from '../access/actor.ts';
import { findGoverning, mayBypass } from '../resources/project/approval-policies/rules.ts';
import type { ChangePolicyRow } from '../resources/project/approval-policies/store.ts';
import type { FolderWithPath } from '../resources/secrets/folders/store.ts';
import type { Stores } from '../stores.ts';
import { changePolicyRequired, protectedByPolicy } from './errors.ts';
import { HeldBack, type HeldWrite, type Write } from './held-back.ts';

/** A change of shared secrets in a folder, or of what the folder shows if there are no names. */
interface FolderChange {
  readonly folder: FolderWithPath;
  readonly keys: readonly string[];
}

/**
 * Holds back the changes of shared secrets that need an approval. Whatever changes them records an event, and the event
 * is judged here before it is recorded: so nothing gets around a policy, and what is not known to become a request is
 * refused.
 */
export interface ChangeControl {
  /** Reads the policies of the project, together with other reads; otherwise they are read when they are needed. */
  prefetch(projectId: string): void;
  /** Keeps in mind what is written of shared secrets, for the request that it may become. */
  note(...writes: readonly Write[]): void;
  /** Keeps in mind that something is changed that no request can say. */
  noteOther(): void;
  /** What the author says about the change. */
  describe(message: string | undefined): void;
  /** 403 for a machine that a policy holds for, and 400 if a policy holds back what cannot become a request. */
  judge(projectId: string, changes: readonly FolderChange[]): Promise<void>;
  /** Lets pass what this policy governs, because it was approved. */
  release(policyId: string): void;
  /** Lets pass everything, because the server itself does it. */
  exempt(): void;
  /** Throws `HeldBack` if a policy holds back what the transaction has changed. */
  settle(): void;
}

/** The transaction of the changes. */
interface Unit {
  readonly stores: Pick<Stores, 'approvalPolicies'>;
  /** Absent for the server itself. */
  readonly actor?: Actor;
}

type Policy = ChangePolicyRow & { readonly environmentIds: readonly string[] };

/** The policies that govern something, each with the slugs of its environments instead of their ids. */
const bySlug = (rows: readonly ChangePolicyRow[]): Policy[] => {
  const policies = new Map<string, Policy & { environmentIds: string[] }>();
  for (const row of rows) {
    const policy = policies.get(row.id) ?? { ...row, environmentIds: [] };
    policies.set(row.id, policy);
    policy.environmentIds.push(row.environment);
  }
  return [...policies.values()];
};

const nameOf = (folderId: string, key: string): string => `${folderId} ${key}`;

const namesOf = (write: Write): string[] => [
  nameOf(write.folder.id, write.key),
  ...(write.op === 'update' ? [nameOf(write.folder.id, write.keyBefore)] : []),
];

class UnitChangeControl implements ChangeControl {
  readonly #unit: Unit;
  readonly #mayBeRequested: boolean;
  readonly #writes: Write[] = [];
  readonly #folders = new Map<string, FolderWithPath>();
  #policies: { readonly projectId: string; readonly rows: Promise<readonly ChangePolicyRow[]> } | undefined;
  #released: string | undefined;
  #isExempt = false;
  #held: Policy | undefined;
  #message: string | null = null;
  #hasOther = false;

  constructor(unit: Unit, mayBeRequested: boolean) {
    this.#unit = unit;
    this.#mayBeRequested = mayBeRequested;
  }

  prefetch(projectId: string): void {
    if (this.#policies?.projectId === projectId) return;
    const rows = this.#unit.stores.approvalPolicies.listChangePolicies(projectId);
    // If it fails, whoever judges fails.
    rows.catch(() => undefined);
    this.#policies = { projectId, rows };
  }

  note(...writes: readonly Write[]): void {
    this.#writes.push(...writes);
  }

  noteOther(): void {
    this.#hasOther = true;
  }

  describe(message: string | undefined): void {
    this.#message = message ?? null;
  }

  async judge(projectId: string, changes: readonly FolderChange[]): Promise<void> {
    const { actor } = this.#unit;
    if (!actor || this.#isExempt || changes.length === 0) return;
    this.prefetch(projectId);
    const rows = await this.#policies!.rows;
    if (rows.length === 0) return;
    const policies = bySlug(rows);
    for (const { folder } of changes) this.#folders.set(folder.id, folder);
    const governed = changes.flatMap((change) => {
      const policy = findGoverning(policies, change.folder.environment, change.folder.path);
      return policy && policy.id !== this.#released ? [{ ...change, policy }] : [];
    });
    const governing = [...new Set(governed.map(({ policy }) => policy))];
    if (governing.length === 0) return;
    if (actor.type === 'user') return this.#hold(actor.id, governing, governed);
    const binding = governing.find(({ bypassForMachineIdentities }) => !bypassForMachineIdentities);
    if (binding) throw changePolicyRequired(binding);
  }

  release(policyId: string): void {
    this.#released = policyId;
  }

  exempt(): void {
    this.#isExempt = true;
  }

  settle(): void {
    const held = this.#held;
    if (!held) return;
    if (this.#hasOther)
      throw protectedByPolicy([held], 'Send the changes of folders and of personal secrets in a request of their own.');
    const folderOf = ({ folder: { id } }: Write): FolderWithPath => this.#folders.get(id)!;
    const writes = this.#writes.map((write): HeldWrite => ({ ...write, folder: folderOf(write) }));
    throw new HeldBack({ projectId: held.projectId, policyId: held.id }, writes, this.#message);
  }

  /** Marks the changes as held back if a request can say them; otherwise 400 unless the user may bypass the policies. */
  async #hold(
    userId: string,
    governing: readonly Policy[],
    governed: readonly (FolderChange & { readonly policy: Policy })[],
  ): Promise<void> {
    const [policy] = governing as [Policy];
    const noted = new Set(this.#writes.flatMap(namesOf));
    const isSaid = governed.every(
      ({ folder, keys }) => keys.length > 0 && keys.every((key) => noted.has(nameOf(folder.id, key))),
    );
    const isOne = governing.length === 1 && (!this.#held || this.#held.id === policy.id);
    if (this.#mayBeRequested && isSaid && isOne) this.#held = policy;
    else if (this.#held || this.#released || !(await this.#mayBypass(userId, governing)))
      throw protectedByPolicy(
        governing,
        isOne
          ? 'Change the secrets one by one, or let somebody do it whom the policy lets bypass it.'
          : 'Change what each of the policies governs in a request of its own.',
      );
  }

  async #mayBypass(userId: string, governing: readonly Policy[]): Promise<boolean> {
    const ids = governing.map(({ id }) => id);
    const users = await this.#unit.stores.approvalPolicies.listUsers(ids, ids.length * maxRows, [userId]);
    return governing.every((policy) =>
      mayBypass(
        policy,
        users.filter((user) => user.policyId === policy.id && user.part === 'bypasser' && user.isActive),
        userId,
      ),
    );
  }
}

/** As often as one user can be in a policy: as an approver and a bypasser, in each step. */
const maxRows = 100;

/** The control of a transaction; `mayBeRequested` says whether its operation may answer with a request. */
export const createChangeControl = (unit: Unit, mayBeRequested: boolean): ChangeControl =>
  new UnitChangeControl(unit, mayBeRequested);
