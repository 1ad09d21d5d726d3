import type { Timestamp } from '../platform/clock.ts';
import type { GrantedPrivilege, GrantedRole, MemberFacts } from './granted.ts';
import type { ProjectWithRevisions } from './project.ts';
import type { RoleWithRules, Rule } from './rule.ts';

/** The data that the permission engine reads; the stores of the modules implement it. */
export interface AccessStores {
  readonly organizations: {
    findAccessRevision(id: string): Promise<number | undefined>;
  };
  readonly projects: {
    findById(organizationId: string, id: string): Promise<ProjectWithRevisions | undefined>;
    findBySlug(organizationId: string, slug: string): Promise<ProjectWithRevisions | undefined>;
  };
  readonly grants: {
    organizationRoles(membershipId: string): Promise<readonly RoleWithRules[]>;
    projectRoles(projectId: string, membershipId: string): Promise<readonly GrantedRole[]>;
    projectPrivileges(projectId: string, membershipId: string): Promise<readonly GrantedPrivilege[]>;
    factsOf(membershipId: string): Promise<MemberFacts | undefined>;
    rulesWithCondition(
      where: { projectId: string } | { organizationId: string },
      field: string,
      now: Timestamp,
    ): AsyncIterable<readonly { readonly projectId: string; readonly rules: readonly Rule[] }[]>;
  };
  readonly memberships: {
    listMetadata(
      membershipIds: readonly string[],
    ): Promise<readonly { readonly key: string; readonly value: string }[]>;
  };
}
