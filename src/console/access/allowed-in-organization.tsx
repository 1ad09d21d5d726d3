import type { ReactNode } from 'react';
import { api } from '../api/client.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { NotLoaded } from '../components/not-loaded.tsx';
import { useCanInOrganization } from './use-can.ts';

interface Props {
  readonly subject: string;
  /** What cannot be seen without `read`, in the plural: "groups". */
  readonly what: string;
  readonly children: ReactNode;
}

/** What somebody is told who may not read what a page of the organization shows. */
export const AllowedInOrganization = ({ subject, what, children }: Props) => {
  const { data, error, refetch } = api.useQuery('get', '/api/v1/organization/permissions');
  const mayRead = useCanInOrganization().may('read', subject);
  if (!data) return <NotLoaded error={error} onRetry={refetch} />;
  return mayRead ? (
    children
  ) : (
    <EmptyState title={`You are not allowed to see ${what}`}>
      Ask an administrator of the organization for a role that allows it.
    </EmptyState>
  );
};
