import type { ProjectAccess } from '../../../access/project-access.ts';
import type { PartialDecision } from '../../../access/ability.ts';
import { projectRules } from '../../../access/project-roles.ts';
import type { Rule } from '../../../access/rule.ts';
import type { Values } from '../../../access/templates.ts';
import type { Request } from '../../../contract.ts';
import { secondsAfter, timestamp, type Timestamp } from '../../../platform/clock.ts';
import { readCursor, writeCursor } from '../../../platform/cursor.ts';
import { notFound } from '../../../platform/errors.ts';
import { isTimeUp, yieldToEventLoop } from '../../../platform/event-loop.ts';
import { filterYielding } from '../../../platform/yielding.ts';
import type { Scope } from '../../../scope.ts';
import { ExtensionFinder, type Extension } from './extension.ts';
import { holderOf } from './holder.ts';
import type { HolderType, TemporaryFilter, TemporaryGrantRow, TemporaryPosition } from './store.ts';

type ListInput = Request<'listTemporaryAccess'>['query'];

/** A temporary grant, and whether the caller may extend it. */
export interface ListedGrant {
  readonly row: TemporaryGrantRow;
  readonly extension: Extension;
}

export interface TemporaryPage {
  readonly at: Timestamp;
  readonly grants: readonly ListedGrant[];
  readonly leftOut: readonly HolderType[];
  readonly nextCursor: string | null;
}

const defaultLimit = 50;
/** How many grants one request examines. */
const maxExamined = 1_000;

type Visibility = Readonly<Record<HolderType, PartialDecision>>;

const holderTypes: readonly HolderType[] = ['user', 'identity', 'group'];

const findVisibility = (project: ProjectAccess): Visibility => {
  const visible: Visibility = {
    user: project.narrow('read', 'member', {}),
    identity: project.narrow('read', 'identity', {}),
    group: project.narrow('read', 'groups', {}),
  };
  if (!holderTypes.some((type) => visible[type].mayAllow)) project.refuse('read', 'identity');
  return visible;
};

const isVisible = (visible: Visibility, row: TemporaryGrantRow): boolean => {
  const { type, fields } = holderOf(row);
  return visible[type].allows(fields);
};

const readPosition = ({ cursor }: ListInput): TemporaryPosition | undefined => {
  if (cursor === undefined) return undefined;
  const [endsAt, id] = readCursor(cursor, 2, 'query') as [string, string];
  return { endsAt, id };
};

interface GrantContents {
  readonly rulesOf: (row: TemporaryGrantRow) => readonly Rule[];
  /** The holder's values for templates; a group has none. */
  readonly valuesOf: (row: TemporaryGrantRow) => Values | undefined;
}

const idsIn = (rows: readonly TemporaryGrantRow[], pick: (row: TemporaryGrantRow) => string | null): string[] =>
  [...new Set(rows.map(pick))].filter((id) => id !== null);

const readContents = async ({ stores }: Scope, rows: readonly TemporaryGrantRow[]): Promise<GrantContents> => {
  const [rules, metadata] = await Promise.all([
    stores.temporaryAccess.listRules(
      idsIn(rows, ({ customRoleId }) => customRoleId),
      idsIn(rows, ({ type, id }) => (type === 'privilege' ? id : null)),
    ),
    stores.memberships.listMetadata(idsIn(rows, ({ membershipId }) => membershipId)),
  ]);
  const jsonOf = new Map(rules.map(({ id, rulesJson }) => [id, rulesJson]));
  return {
    rulesOf: ({ id, role, customRoleId }) => {
      const stored = JSON.parse(jsonOf.get(customRoleId ?? id) ?? '[]') as readonly Rule[];
      return role === null ? stored : projectRules({ role, permissions: customRoleId === null ? null : stored });
    },
    valuesOf: (row) => {
      if (row.membershipId === null) return undefined;
      const { id, name: username } = holderOf(row);
      const own = metadata.filter(({ membershipId }) => membershipId === row.membershipId);
      const entries = Object.fromEntries(own.map(({ key, value }) => [key, value]));
      return { id, username, metadata: entries, authValues: {} };
    },
  };
};

/** Finds the extensions of these grants until the budget is used up. */
const examine = async (
  scope: Scope,
  finder: ExtensionFinder,
  rows: readonly TemporaryGrantRow[],
): Promise<ListedGrant[]> => {
  const contents = await readContents(scope, rows);
  const grants: ListedGrant[] = [];
  for (const row of rows) {
    if (!finder.hasBudget) break;
    if (isTimeUp()) await yieldToEventLoop();
    grants.push({ row, extension: await finder.find(row, contents.rulesOf(row), contents.valuesOf(row)) });
  }
  return grants;
};

/** Lists a page of the temporary roles and privileges that the caller may read. */
export const listGrants = async (scope: Scope, project: ProjectAccess, input: ListInput): Promise<TemporaryPage> => {
  const visible = findVisibility(project);
  const { state, endsWithinHours, search, projectMembershipId, limit = defaultLimit } = input;
  if (
    projectMembershipId !== undefined &&
    !(await scope.stores.projectMemberships.find(project.row.id, projectMembershipId))
  )
    throw notFound('This project has no membership with this id.');
  const time = scope.clock.now();
  const at = timestamp(time);
  const filter: TemporaryFilter = {
    projectId: project.row.id,
    state,
    now: at,
    endsBy: endsWithinHours === undefined ? undefined : timestamp(secondsAfter(time, endsWithinHours * 3600)),
    search,
    projectMembershipId,
    holders: holderTypes.filter((type) => visible[type].mayAllow),
  };
  const finder = new ExtensionFinder(project, at);
  const grants: ListedGrant[] = [];
  let after = readPosition(input);
  const pageUntil = (last: TemporaryPosition | undefined): TemporaryPage => ({
    at,
    grants,
    leftOut: holderTypes.filter((type) => !visible[type].allowsAll),
    nextCursor: last ? writeCursor(last.endsAt, last.id) : null,
  });
  for (let examined = 0; examined < maxExamined; examined += limit) {
    const rows = await scope.stores.temporaryAccess.list(filter, after, limit);
    const readable = await filterYielding(rows, (row) => isVisible(visible, row));
    const found = await examine(scope, finder, readable.slice(0, limit - grants.length));
    grants.push(...found);
    if (found.length < readable.length) return pageUntil(grants.at(-1)?.row ?? after);
    if (rows.length < limit) return pageUntil(undefined);
    if (grants.length === limit) return pageUntil(rows.at(-1));
    after = rows.at(-1);
  }
  return pageUntil(after);
};
