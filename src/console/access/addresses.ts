/** The parts of the page of a project's access. */
export type AccessPart = 'people' | 'groups' | 'identities' | 'temporary' | 'explain' | 'who';

export const accessHref = (slug: string, part: AccessPart = 'people'): string =>
  `/p/${encodeURIComponent(slug)}/access${part === 'people' ? '' : `/${part}`}`;

interface Holder {
  readonly type: 'user' | 'identity' | 'group';
  readonly id: string;
  readonly projectMembershipId: string;
}

const partOf = { user: 'people', identity: 'identities', group: 'groups' } as const;

/** Users are named by their membership there, as in the API. */
export const memberKey = ({ type, id, projectMembershipId }: Holder): string =>
  type === 'user' ? projectMembershipId : id;

/** The address of a member of a project: its roles and privileges. */
export const memberHref = (slug: string, holder: Holder): string =>
  `${accessHref(slug, partOf[holder.type])}?member=${encodeURIComponent(memberKey(holder))}`;

/** The fields of the object that is asked about, by the names that conditions use. */
export type QuestionFields = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A question about access: may somebody do an action with an object that has these fields? */
export interface Question {
  /** `user` or `identity` and a name, with a colon between them; only for an explanation. */
  readonly actor?: string | undefined;
  readonly subject?: string | undefined;
  readonly action?: string | undefined;
  readonly fields?: QuestionFields | undefined;
}

const queryOf = ({ fields = {}, ...rest }: Question): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries<string | readonly string[] | undefined>({ ...rest, ...fields })) {
    const text = Array.isArray(value) ? value.join(',') : (value as string | undefined);
    if (text !== undefined && text !== '') query.set(name, text);
  }
  return query.size === 0 ? '' : `?${query.toString()}`;
};

/** The address that explains whether somebody is allowed something, and why. */
export const explainHref = (slug: string, question: Question): string =>
  `${accessHref(slug, 'explain')}${queryOf(question)}`;

/** The address of everybody who is allowed something. */
export const whoHref = (slug: string, question: Question): string => `${accessHref(slug, 'who')}${queryOf(question)}`;

/** The address of the dialog that gives somebody access for a time, filled with what is known of it. */
export const giveHref = (slug: string, { actor, action, fields }: Question = {}): string =>
  `${accessHref(slug, 'temporary')}${queryOf({ actor, action, fields: { ...fields, give: 'yes' } })}`;
