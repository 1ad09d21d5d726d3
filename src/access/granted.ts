import type { Timestamp } from '../platform/clock.ts';

/** From when until when something holds; all but the first are null for what holds for good. */
export interface Period {
  isTemporary: boolean;
  temporaryMode: string | null;
  temporaryRange: string | null;
  temporaryAccessStartTime: Timestamp | null;
  temporaryAccessEndTime: Timestamp | null;
}

type Bounds = Pick<Period, 'temporaryAccessStartTime' | 'temporaryAccessEndTime'>;

/** A role that somebody has in a project, perhaps through a group. `role` is null for a membership without any. */
export interface GrantedRole extends Bounds {
  id: string | null;
  role: string | null;
  customRoleSlug: string | null;
  customRoleName: string | null;
  /** Of a role of the project's own. */
  permissionsJson: string | null;
  groupId: string | null;
  groupName: string | null;
}

export interface GrantedPrivilege extends Bounds {
  id: string;
  slug: string;
  permissionsJson: string;
}

/** What conditions may say of a member. */
export interface MemberFacts {
  userId: string | null;
  identityId: string | null;
  username: string | null;
  identityName: string | null;
}
