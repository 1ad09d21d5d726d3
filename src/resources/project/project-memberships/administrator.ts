import { projectRules } from '../../../access/project-roles.ts';
import type { ChosenRole } from './assign.ts';

/** The role of whoever administers a project, for good. */
export const administrator: ChosenRole = {
  slug: 'admin',
  role: 'admin',
  customRoleId: null,
  rules: projectRules({ role: 'admin', permissions: null }),
  isTemporary: false,
  temporaryMode: null,
  temporaryRange: null,
  temporaryAccessStartTime: null,
  temporaryAccessEndTime: null,
};
