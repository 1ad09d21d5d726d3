/** Somebody who has a role. */
export interface Holder {
  readonly kind: 'user' | 'identity' | 'group';
  readonly id: string;
  readonly name: string;
  /** When a temporary role ends, or ended. */
  readonly endsAt: string | null;
}

export interface Holders {
  readonly holders: readonly Holder[];
  /** What the user may not see, or not all of. */
  readonly leftOut: readonly string[];
}

const nouns = {
  user: ['person', 'people'],
  identity: ['machine identity', 'machine identities'],
  group: ['group', 'groups'],
} as const;

export const kindNoun = (kind: Holder['kind'], count: number): string => nouns[kind][count === 1 ? 0 : 1];

const kinds = Object.keys(nouns) as Holder['kind'][];

/** The holders of each kind; kinds that nobody has are absent. */
export const byKind = (holders: readonly Holder[]) =>
  kinds
    .map((kind) => ({ kind, members: holders.filter((holder) => holder.kind === kind) }))
    .filter(({ members }) => members.length > 0);

/** "2 people and 1 group" */
export const countWords = (holders: readonly Holder[]): string =>
  byKind(holders)
    .map(({ kind, members }) => `${members.length} ${kindNoun(kind, members.length)}`)
    .join(', ')
    .replace(/, (?=[^,]*$)/, ' and ');

interface HeldRole {
  readonly role: string;
  readonly customRoleId: string | null;
  readonly temporaryAccessEndTime: string | null;
}

export interface RoleName {
  readonly id: string;
  readonly slug: string;
}

/** The role among those that a member has. */
export const heldRole = (roles: readonly HeldRole[], { id, slug }: RoleName): HeldRole | undefined =>
  roles.find(({ role, customRoleId }) => (customRoleId === null ? role === slug : customRoleId === id));
