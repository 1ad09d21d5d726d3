import type { Ability, SubjectFields } from '../../access/ability.ts';
import { whoHref, type QuestionFields } from '../../access/addresses.ts';
import type { Member, MemberType } from './members.ts';

/** The words for a kind of members, and the subject of permissions about them. */
export interface Kind {
  readonly type: MemberType;
  readonly subject: 'member' | 'identity' | 'groups';
  readonly one: string;
  readonly many: string;
}

export const kinds: Readonly<Record<MemberType, Kind>> = {
  user: { type: 'user', subject: 'member', one: 'person', many: 'people' },
  group: { type: 'group', subject: 'groups', one: 'group', many: 'groups' },
  identity: { type: 'identity', subject: 'identity', one: 'machine identity', many: 'machine identities' },
};

const fieldsOf = ({ type, id, name }: Member): SubjectFields =>
  type === 'user' ? { userEmail: name } : type === 'identity' ? { identityId: id } : { groupName: name };

/** The address of everybody who may change the member. */
export const whoCanChangeHref = (slug: string, member: Member): string =>
  whoHref(slug, { subject: kinds[member.type].subject, action: 'edit', fields: fieldsOf(member) as QuestionFields });

/** Whether the caller may do that with the member. */
export const canWith = (ability: Ability, action: string, member: Member, fields: SubjectFields = {}): boolean =>
  ability.can(action, kinds[member.type].subject, { ...fieldsOf(member), ...fields });

/** Whether the caller may give the member some privileges. */
export const mayAssignPrivileges = (ability: Ability, member: Member): boolean =>
  canWith(ability, 'edit', member) &&
  ability.may('assign-additional-privileges', kinds[member.type].subject, fieldsOf(member));
