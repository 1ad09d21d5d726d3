import { projectRules } from '../../../access/project-roles.ts';
import type { ChosenRole } from './assign.ts';

/** The permanent administrator role of a project. */
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
