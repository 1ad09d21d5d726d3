import type { Reply } from '../../../contract.ts';
import type { Timestamp } from '../../../platform/clock.ts';
import type { ChangedGrant } from './changes.ts';
import { holderOf } from './holder.ts';
import { stateOf } from './rules.ts';
import type { ListedGrant } from './service.ts';
import type { TemporaryGrantRow } from './store.ts';

type TemporaryAccessReply = Reply<'listTemporaryAccess'>['grants'][number];

const holderView = (row: TemporaryGrantRow): TemporaryAccessReply['holder'] => {
  const { type, id, name } = holderOf(row);
  return { type, id, name, projectMembershipId: row.projectMembershipId };
};

export const temporaryAccessView = ({ row, extension }: ListedGrant, at: Timestamp): TemporaryAccessReply => {
  const { type, id, slug, roleName, startsAt, endsAt } = row;
  return {
    type,
    id,
    slug,
    name: roleName,
    state: stateOf(row, at),
    startsAt,
    endsAt,
    holder: holderView(row),
    extension,
  };
};

export const changedAccessView = ({ row, isRemoved, at }: ChangedGrant): Reply<'updateTemporaryAccess'> => {
  const { type, id, slug, startsAt, endsAt } = row;
  return { grant: { type, id, slug, state: stateOf(row, at), startsAt, endsAt, isRemoved, holder: holderView(row) } };
};
