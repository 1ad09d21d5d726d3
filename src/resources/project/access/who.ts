import { grantOfServiceToken } from '../../../access/abilities.ts';
import { Ability, projectActions, type PartialDecision } from '../../../access/ability.ts';
import { findAllowedPeriod, type AllowedPeriod } from '../../../access/allowed-period.ts';
import { ComparisonBudget } from '../../../access/comparison-budget.ts';
import type { ProjectAccess } from '../../../access/project-access.ts';
import type { Reply, Request } from '../../../contract.ts';
import { timestamp, type Timestamp } from '../../../platform/clock.ts';
import { readCursor, writeCursor } from '../../../platform/cursor.ts';
import { isTimeUp, yieldToEventLoop } from '../../../platform/event-loop.ts';
import { filterYielding } from '../../../platform/yielding.ts';
import type { Scope } from '../../../scope.ts';
import { MemberReader } from './members.ts';
import type { ProjectMemberRow } from './store.ts';

type WhoInput = Request<'listAllowedActors'>['body'];
type Kind = Reply<'listAllowedActors'>['leftOut'][number];

/** A user, machine identity or service token that is allowed the action, now or later. */
export interface AllowedActor {
  readonly type: 'user' | 'identity' | 'service-token';
  readonly id: string;
  readonly name: string;
  readonly period: AllowedPeriod;
}

export interface AllowedActors {
  readonly at: Timestamp;
  readonly actors: readonly AllowedActor[];
  readonly leftOut: readonly Kind[];
  readonly nextCursor: string | null;
}

/** How many members or tokens are read at once, and how many in one request. */
const batch = 100;
const maxExamined = 1_000;
/** The size in characters of the rules that one request reads and of those that it responds with. */
const maxWeight = 20_000_000;
const maxResponse = 4_000_000;
/** The roles and privileges that are named for one actor. */
const maxOrigins = 20;

/** What the caller may read in the project. */
interface Visibility {
  readonly user: PartialDecision;
  readonly identity: PartialDecision;
  readonly group: PartialDecision;
  readonly 'service-token': PartialDecision;
}

const findVisibility = (project: ProjectAccess): Visibility => {
  const visible: Visibility = {
    user: project.narrow('read', 'member', {}),
    identity: project.narrow('read', 'identity', {}),
    group: project.narrow('read', 'groups', {}),
    'service-token': project.narrow('read', 'service-tokens', {}),
  };
  if (!visible.user.mayAllow && !visible.identity.mayAllow && !visible['service-token'].mayAllow)
    project.refuse('read', 'identity');
  return visible;
};

const kinds: readonly Kind[] = ['user', 'identity', 'group', 'service-token'];

/** Collects a page of those who are allowed the action, within the limits of one request. */
class Page {
  readonly actors: AllowedActor[] = [];
  readonly #visible: Visibility;
  readonly #question: WhoInput;
  readonly #at: Timestamp;
  readonly #budget = new ComparisonBudget();
  #examined = 0;
  #responseSize = 0;

  constructor(visible: Visibility, question: WhoInput, at: Timestamp) {
    this.#visible = visible;
    this.#question = question;
    this.#at = at;
  }

  get isFull(): boolean {
    return (
      this.actors.length >= this.#question.limit ||
      this.#examined >= maxExamined ||
      this.#responseSize >= maxResponse ||
      !this.#budget.allowsQuestion
    );
  }

  /** Counts members that the caller may not read. */
  skip(count: number): void {
    this.#examined += count;
  }

  examine(actor: Omit<AllowedActor, 'period'>, ability: Ability): void {
    const { action, subject, object: fields = {} } = this.#question;
    this.#examined += 1;
    const applying = ability.applying(action, subject, fields, this.#budget);
    const period = findAllowedPeriod(applying, this.#at, this.#budget);
    const by = (period?.by ?? [])
      .filter(({ grant: { source } }) => !source.group || this.#visible.group.allows({ groupName: source.group.name }))
      .slice(0, maxOrigins);
    if (!period || by.length === 0) return;
    for (const { rule } of by) this.#responseSize += JSON.stringify(rule).length;
    this.actors.push({ ...actor, period: { ...period, by } });
  }
}

const actorOf = ({ userId, username, identityId, identityName }: ProjectMemberRow): Omit<AllowedActor, 'period'> =>
  userId === null
    ? { type: 'identity', id: identityId!, name: identityName! }
    : { type: 'user', id: userId, name: username! };

const isVisible = (visible: Visibility, { type, id, name }: Omit<AllowedActor, 'period'>): boolean =>
  type === 'user' ? visible.user.allows({ userEmail: name }) : visible.identity.allows({ identityId: id });

/** Adds users and machine identities to the page; returns the last one of them if the page is full. */
const addMembers = async (
  scope: Scope,
  projectId: string,
  { page, visible, subject }: { page: Page; visible: Visibility; subject: string },
  start: string,
): Promise<string | undefined> => {
  const reader = new MemberReader(scope, projectId, subject);
  const shown = { users: visible.user.mayAllow, identities: visible.identity.mayAllow };
  for (let after = start; shown.users || shown.identities;) {
    const members = await scope.stores.projectMembers.list(projectId, shown, after, batch);
    const readable = await filterYielding(members, (member) => isVisible(visible, actorOf(member)));
    page.skip(members.length - readable.length);
    for await (const { member, ability } of reader.read(readable)) {
      if (isTimeUp()) await yieldToEventLoop();
      page.examine(actorOf(member), ability);
      if (page.isFull || reader.weight >= maxWeight) return member.membershipId;
    }
    if (members.length < batch) return undefined;
    after = members.at(-1)!.membershipId;
    if (page.isFull) return after;
  }
  return undefined;
};

/** Adds service tokens to the page; returns the last one of them if the page is full. */
const addServiceTokens = async (
  { stores }: Scope,
  projectId: string,
  page: Page,
  { at, start }: { at: Timestamp; start: string },
): Promise<string | undefined> => {
  for (let after = start; ;) {
    const tokens = await stores.serviceTokens.listValid(projectId, at, after, batch);
    for (const token of tokens) {
      if (isTimeUp()) await yieldToEventLoop();
      const { id, name } = token;
      page.examine(
        { type: 'service-token', id, name },
        new Ability([grantOfServiceToken(token)], undefined, projectActions),
      );
      if (page.isFull) return id;
    }
    if (tokens.length < batch) return undefined;
    after = tokens.at(-1)!.id;
  }
};

/** The two parts of the list, in their order. */
const [membersPart, tokensPart] = ['members', 'service-tokens'];

/** Lists a page of those who are allowed the action at that time or later, as far as the caller may read them. */
export const listWhoCan = async (scope: Scope, project: ProjectAccess, input: WhoInput): Promise<AllowedActors> => {
  const visible = findVisibility(project);
  const at = timestamp(input.at === undefined ? scope.clock.now() : new Date(input.at));
  const [part, start] = (input.cursor === undefined ? [membersPart, ''] : readCursor(input.cursor, 2, 'body')) as [
    string,
    string,
  ];
  const page = new Page(visible, input, at);
  const { id: projectId } = project.row;
  const pageUntil = (nextCursor: string | null): AllowedActors => ({
    at,
    actors: page.actors,
    leftOut: kinds.filter((kind) => !visible[kind].allowsAll),
    nextCursor,
  });
  if (part === membersPart) {
    const last = await addMembers(scope, projectId, { page, visible, subject: input.subject }, start);
    if (last !== undefined) return pageUntil(writeCursor(membersPart, last));
  }
  if (!visible['service-token'].mayAllow) return pageUntil(null);
  const last = await addServiceTokens(scope, projectId, page, { at, start: part === tokensPart ? start : '' });
  return pageUntil(last === undefined ? null : writeCursor(tokensPart, last));
};
