import { useParams } from 'wouter';
import { NotFound } from '../layout/not-found.tsx';
import { CopyRole, CreateRole, EditRole } from './role-editor.tsx';
import { RoleDetails } from './role-details.tsx';
import { RoleList } from './role-list.tsx';
import type { RoleSource } from './role-source.ts';

/** The list of roles, and below it each role, its editor, and the form of a new one. `_new` is no slug. */
export const RolePages = ({ source }: { source: RoleSource }) => {
  const { '*': rest = '' } = useParams<{ '*'?: string }>();
  const [slug, view, ...others] = rest.split('/').filter(Boolean);
  if (others.length > 0) return <NotFound />;
  if (slug === undefined) return <RoleList source={source} />;
  if (slug === '_new') return view === undefined ? <CreateRole source={source} /> : <NotFound />;
  if (view === undefined) return <RoleDetails key={slug} source={source} slug={slug} />;
  if (view === 'edit') return <EditRole key={slug} source={source} slug={slug} />;
  return view === 'copy' ? <CopyRole key={slug} source={source} slug={slug} /> : <NotFound />;
};
