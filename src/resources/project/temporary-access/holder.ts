import type { SubjectFields } from '../../../access/conditions.ts';
import type { HolderType, TemporaryGrantRow } from './store.ts';

/** Who has a temporary role or privilege, with the subject and fields that permissions about it are checked against. */
export interface Holder {
  readonly type: HolderType;
  readonly id: string;
  readonly name: string;
  readonly subject: 'member' | 'identity' | 'groups';
  readonly fields: SubjectFields;
}

export const holderOf = (row: TemporaryGrantRow): Holder => {
  const { userId, identityId, groupId } = row;
  if (userId !== null) {
    const name = row.username!;
    return { type: 'user', id: userId, name, subject: 'member', fields: { userEmail: name } };
  }
  if (identityId !== null)
    return { type: 'identity', id: identityId, name: row.identityName!, subject: 'identity', fields: { identityId } };
  const name = row.groupName!;
  return { type: 'group', id: groupId!, name, subject: 'groups', fields: { groupName: name } };
};
