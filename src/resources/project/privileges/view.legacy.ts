import type { Reply } from '../../../contract.ts';
import { projectRuleView } from '../grants/rules.ts';
import type { PrivilegeRow } from './store.ts';
import { privilegeSummary } from './view.ts';

type LegacyPrivilege = Reply<'getLegacyPrivilege'>['privilege'];

/** Shows one rule for each action, because the Terraform provider reads only the first action of a list. */
const legacyRulesView = ({ permissions }: PrivilegeRow): LegacyPrivilege['permissions'] =>
  permissions.map(projectRuleView).flatMap((rule) => [rule.action].flat().map((action) => ({ ...rule, action })));

export const legacyPrivilegeView = (privilege: PrivilegeRow): LegacyPrivilege => ({
  projectMembershipId: privilege.projectMembershipId,
  permissions: legacyRulesView(privilege),
  ...privilegeSummary(privilege),
});
