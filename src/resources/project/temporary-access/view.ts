import type { Reply } from '../../../contract.ts';
import type { Timestamp } from '../../../platform/clock.ts';
import { holderOf } from './holder.ts';
import type { ListedGrant } from './service.ts';
import type { TemporaryGrantRow, TemporaryState } from './store.ts';

type TemporaryAccessReply = Reply<'listTemporaryAccess'>['grants'][number];

const stateOf = ({ startsAt, endsAt }: TemporaryGrantRow, at: Timestamp): TemporaryState =>
  endsAt <= at ? 'ended' : startsAt <= at ? 'active' : 'planned';

export const temporaryAccessView = ({ row, extension }: ListedGrant, at: Timestamp): TemporaryAccessReply => {
  const { type, id, slug, roleName, startsAt, endsAt, projectMembershipId } = row;
  const { type: holderType, id: holderId, name } = holderOf(row);
  return {
    type,
    id,
    slug,
    name: roleName,
    state: stateOf(row, at),
    startsAt,
    endsAt,
    holder: { type: holderType, id: holderId, name, projectMembershipId },
    extension,
  };
};
