import { useMemo, type ReactNode } from 'react';
import { statusOf } from '../api/errors.ts';
import { NotLoaded } from '../components/not-loaded.tsx';
import { Page, type Crumb } from '../components/page.tsx';
import { NotFound } from '../layout/not-found.tsx';
import type { Rule, RuleScope } from '../rules/rule.ts';
import { groupsOf } from '../rules/words.ts';
import { RoleForm } from './role-form.tsx';
import type { Role, RoleBody, RoleSource } from './role-source.ts';
import { useRole } from './use-roles.ts';

const newRole: RoleBody = { name: '', slug: '', description: null, permissions: [] };

/** Creates a role. */
export const CreateRole = ({ source }: { source: RoleSource }) => (
  <Page title="Create role" crumbs={[...source.crumbs, { label: 'Roles', href: source.address }]}>
    <RoleForm source={source} initial={newRole} />
  </Page>
);

interface Props {
  readonly source: RoleSource;
  readonly slug: string;
}

interface LoadedProps extends Props {
  readonly title: (role: Role | undefined) => string;
  readonly children: (role: Role) => ReactNode;
}

/** The page of a form that begins with a stored role. */
const WithRole = ({ source, slug, title, children }: LoadedProps) => {
  const { address, crumbs } = source;
  const { data: role, error, refetch } = useRole(source, slug);
  if (statusOf(error) === 404) return <NotFound />;
  const above: Crumb[] = [
    { label: 'Roles', href: address },
    { label: role?.name ?? slug, href: `${address}/${slug}` },
  ];
  return (
    <Page title={title(role)} crumbs={[...crumbs, ...above]}>
      {role ? children(role) : <NotLoaded error={error} onRetry={refetch} />}
    </Page>
  );
};

/** Changes a role of one's own. */
export const EditRole = ({ source, slug }: Props) =>
  source.builtIn.includes(slug) ? (
    <NotFound />
  ) : (
    <WithRole source={source} slug={slug} title={(role) => `Edit ${role?.name ?? slug}`}>
      {(role) => <RoleForm source={source} initial={role} stored={role} />}
    </WithRole>
  );

/** Built-in roles have one rule for each action; a copy has one for each subject. */
const joinedRules = (scope: RuleScope, rules: readonly Rule[]): readonly Rule[] =>
  groupsOf(scope, rules).map(({ subject, actions, conditions, isDeny }) => ({
    subject,
    action: actions,
    ...(Object.keys(conditions).length > 0 && { conditions }),
    ...(isDeny && { inverted: true }),
  }));

const CopyForm = ({ source, role }: { source: RoleSource; role: Role }) => {
  const { scope, builtIn } = source;
  const initial = useMemo(
    (): RoleBody => ({
      name: `${role.name} copy`.slice(0, 255),
      slug: `${role.slug.slice(0, 59)}-copy`,
      description: role.description,
      permissions: builtIn.includes(role.slug) ? joinedRules(scope, role.permissions) : role.permissions,
    }),
    [role, scope, builtIn],
  );
  return <RoleForm source={source} initial={initial} />;
};

/** Creates a role that begins as a copy of another one. */
export const CopyRole = ({ source, slug }: Props) => (
  <WithRole source={source} slug={slug} title={(role) => `Duplicate ${role?.name ?? slug}`}>
    {(role) => <CopyForm source={source} role={role} />}
  </WithRole>
);
