import { notifications } from '@mantine/notifications';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../../generated/api.d.ts';
import { api } from '../api/client.ts';
import { useReloadAt } from '../temporary-access/now.ts';
import { watchMs } from './use-dynamic-secrets.ts';

export type Lease = components['schemas']['ProjectLease'];

/** Which leases of a project are shown. */
export interface LeaseFilter {
  readonly status?: Lease['status'];
  readonly dynamicSecretId?: string;
  readonly createdBy?: string;
  readonly createdBefore?: string;
}

const pageSize = 100;
const maxShown = 1_000;

/** Whether the server is about to change it. */
const isDue = ({ status, expireAt }: Lease): boolean => status !== 'active' || Date.parse(expireAt) <= Date.now();

/** The leases of a project, the oldest first; looked at again while the server revokes some of them, and at their ends. */
export const useLeases = (projectId: string, filter: LeaseFilter, isEnabled = true) => {
  const [limit, setLimit] = useState(pageSize);
  const query = api.useQuery(
    'get',
    '/api/v1/projects/{projectId}/leases',
    { params: { path: { projectId }, query: { ...filter, offset: 0, limit } } },
    {
      enabled: isEnabled,
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => state.data?.leases.some(isDue) === true && watchMs,
    },
  );
  const leases = query.data?.leases;
  useReloadAt(projectId, leases?.map(({ expireAt }) => Date.parse(expireAt)) ?? []);
  const more = leases?.length === limit && limit < maxShown ? () => setLimit(limit + pageSize) : undefined;
  return { leases, more, error: query.error, refetch: query.refetch };
};

/** Where the dynamic secret of a lease is, or was. */
const placeOfLease = (projectSlug: string, { environment, secretPath }: Lease) => ({
  projectSlug,
  environmentSlug: environment,
  path: secretPath,
});

/** What can be done with a lease. */
export const useLeaseActions = ({ id: projectId, slug }: { id: string; slug: string }, lease: Lease) => {
  const leaseId = lease.id;
  const ofSecret = { params: { path: { leaseId } } };
  const ofProject = { params: { path: { projectId, leaseId } } };
  const renew = api.useMutation('post', '/api/v1/dynamic-secrets/leases/{leaseId}/renew');
  const revoke = api.useMutation('delete', '/api/v1/dynamic-secrets/leases/{leaseId}', { meta: { showsError: true } });
  const retry = api.useMutation('post', '/api/v1/projects/{projectId}/leases/{leaseId}/retry');
  const forget = api.useMutation('post', '/api/v1/projects/{projectId}/leases/{leaseId}/forget', {
    meta: { showsError: true },
  });
  return {
    isBusy: renew.isPending || retry.isPending,
    renew: () => renew.mutate({ ...ofSecret, body: placeOfLease(slug, lease) }),
    revoke: async () => {
      const body = { ...placeOfLease(slug, lease), isForced: false };
      const { lease: revoked } = await revoke.mutateAsync({ ...ofSecret, body });
      if (revoked.status !== null)
        notifications.show({
          color: 'red',
          message: 'It is not revoked yet: the list says why. The server goes on trying.',
        });
    },
    retry: () =>
      retry.mutate(ofProject, {
        onSuccess: () => notifications.show({ message: 'The server tries it again now.' }),
      }),
    forget: (reason: string) => forget.mutateAsync({ ...ofProject, body: { reason } }),
  };
};
