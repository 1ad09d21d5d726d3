import type { Timestamp } from '../platform/clock.ts';

/** When a temporary grant starts and ends; all but the first field are null for a permanent one. */
export interface Period {
  isTemporary: boolean;
  temporaryMode: string | null;
  temporaryRange: string | null;
  temporaryAccessStartTime: Timestamp | null;
  temporaryAccessEndTime: Timestamp | null;
}

type Bounds = Pick<Period, 'temporaryAccessStartTime' | 'temporaryAccessEndTime'>;

/** A role of a member in a project, possibly through a group. `role` is null for a membership without roles. */
export interface GrantedRole extends Bounds {
  id: string | null;
  role: string | null;
  customRoleSlug: string | null;
  customRoleName: string | null;
  /** The rules of a custom role. */
  permissionsJson: string | null;
  groupId: string | null;
  groupName: string | null;
}

export interface GrantedPrivilege extends Bounds {
  id: string;
  slug: string;
  permissionsJson: string;
}

/** The data of a member that conditions can refer to. */
export interface MemberFacts {
  userId: string | null;
  identityId: string | null;
  username: string | null;
  identityName: string | null;
}
