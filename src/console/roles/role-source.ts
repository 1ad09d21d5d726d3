import type { components } from '../../../generated/api.d.ts';
import type { Ability } from '../access/ability.ts';
import type { Crumb } from '../components/page.tsx';
import type { Rule, RuleScope } from '../rules/rule.ts';
import type { RuleProject } from '../rules/use-existing-values.ts';
import type { Holders, RoleName } from './holders.ts';

type Summary = components['schemas']['ProjectRoleSummary'] | components['schemas']['OrganizationRoleSummary'];

export type RoleSummary = Pick<Summary, 'id' | 'slug' | 'name' | 'description'>;

export interface Role extends RoleSummary {
  readonly updatedAt: string;
  readonly permissions: readonly Rule[];
}

export interface RoleBody {
  readonly slug: string;
  readonly name: string;
  readonly description: string | null;
  readonly permissions: readonly Rule[];
}

export interface RoleChanges extends Partial<RoleBody> {
  /** When the role was last changed, as far as the user knows. */
  readonly expectedUpdatedAt: string;
}

/** Where roles are: those of a project, or those of the organization. */
export interface RoleSource {
  readonly scope: RuleScope;
  /** "this project" or "the organization". */
  readonly place: string;
  /** The address of the page. */
  readonly address: string;
  /** The pages above it. */
  readonly crumbs: readonly Crumb[];
  readonly project?: RuleProject & { readonly slug: string };
  /** Names the source among cached queries. */
  readonly key: string;
  readonly ability: Ability;
  /** Slugs of roles that cannot be changed. */
  readonly builtIn: readonly string[];
  /** Slugs that no custom role can have. */
  readonly reserved: readonly string[];
  readonly list: () => Promise<readonly RoleSummary[]>;
  readonly read: (slug: string) => Promise<Role>;
  readonly create: (body: RoleBody) => Promise<unknown>;
  /** 409 if somebody else has changed the role since. */
  readonly update: (id: string, changes: RoleChanges) => Promise<unknown>;
  readonly remove: (id: string) => Promise<unknown>;
  readonly holdersOf: (role: RoleName) => Promise<Holders>;
}

/** Rules come back as they were sent, so that the API takes them again. */
export const asRequest = <T>(rules: readonly Rule[]): T[] => rules as unknown as T[];
