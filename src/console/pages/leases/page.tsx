import { Button, Group, Select } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useLocation, useSearch } from 'wouter';
import { useCan, useIsKnown } from '../../access/use-can.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ListSkeleton, Page } from '../../components/page.tsx';
import { Leases } from '../../dynamic-secrets/leases.tsx';
import { useLeases, type Lease, type LeaseFilter } from '../../dynamic-secrets/use-leases.ts';
import { useProject } from '../../layout/project.tsx';
import { useServerTime } from '../../temporary-access/now.ts';
import { RevokeLeases } from './revoke-leases.tsx';

interface Option {
  readonly value: string;
  readonly label: string;
}

/** The option that filters nothing. */
const everything = 'all';

const statuses: readonly { value: Lease['status']; label: string }[] = [
  { value: 'active', label: 'Active' },
  { value: 'revoking', label: 'Being revoked' },
  { value: 'failed', label: 'Not revoked' },
];

const ages = [
  { value: '1', label: 'Older than an hour' },
  { value: '24', label: 'Older than a day' },
  { value: '168', label: 'Older than a week' },
];

const minute = 60_000;

/** The filter that the address has. */
const useFilter = () => {
  const { id } = useProject();
  const [path, navigate] = useLocation();
  const query = new URLSearchParams(useSearch());
  const serverTime = useServerTime(id);
  const status = statuses.find(({ value }) => value === query.get('status'))?.value;
  const createdBy = query.get('by') ?? undefined;
  const age = ages.find(({ value }) => value === query.get('hours'))?.value;
  // To the minute, so that it is one list for a while.
  const before = Math.floor(serverTime() / minute) * minute - Number(age ?? 0) * 60 * minute;
  const filter: LeaseFilter = {
    ...(status !== undefined && { status }),
    ...(createdBy !== undefined && { createdBy }),
    ...(age !== undefined && { createdBefore: new Date(before).toISOString() }),
  };
  const change = (name: string, value: string | null): void => {
    if (value === null) query.delete(name);
    else query.set(name, value);
    navigate(query.size === 0 ? path : `${path}?${query.toString()}`, { replace: true });
  };
  return { filter, status, createdBy, age, change };
};

const creatorsOf = (leases: readonly Lease[]) => [
  ...new Map(leases.map(({ createdBy, createdByName }) => [createdBy, createdByName ?? createdBy])),
];

/** Whoever has a lease now, as options. */
const useCreators = (isEnabled: boolean) =>
  creatorsOf(useLeases(useProject().id, {}, isEnabled).leases ?? []).map(([value, label]) => ({ value, label }));

/** Who has credentials of the project's dynamic secrets. */
const LeasesPage = () => {
  const project = useProject();
  const mayLease = useCan(project).may('lease', 'dynamic-secrets');
  const isKnown = useIsKnown(project);
  const { filter, status, createdBy, age, change } = useFilter();
  const creators = useCreators(mayLease);
  const [isRevoking, { open, close }] = useDisclosure();
  const select = (label: string, all: string, name: string, value: string | undefined, options: Option[]) => (
    <Select
      flex="1 1 180px"
      maw={280}
      aria-label={label}
      allowDeselect={false}
      data={[{ value: everything, label: all }, ...options]}
      value={value ?? everything}
      onChange={(chosen) => change(name, chosen === everything ? null : chosen)}
    />
  );
  const revokeMany = (
    <Button variant="default" onClick={open}>
      Revoke many
    </Button>
  );
  return (
    <Page
      title="Leases"
      crumbs={[{ label: project.name, href: `/p/${project.slug}` }]}
      actions={mayLease && creators.length > 0 && revokeMany}
    >
      {!isKnown && <ListSkeleton />}
      {mayLease && (
        <>
          <Group gap="xs">
            {select('State', 'All states', 'status', status, [...statuses])}
            {select('Who', 'Everybody', 'by', createdBy, creators)}
            {select('Age', 'Any age', 'hours', age, ages)}
          </Group>
          <Leases
            filter={filter}
            empty={
              Object.keys(filter).length > 0
                ? 'No lease matches.'
                : 'Nobody has credentials of a dynamic secret now. Dynamic secrets are created in the folders of an environment, with its more actions.'
            }
          />
          <RevokeLeases isOpen={isRevoking} creators={creators} onClose={close} />
        </>
      )}
      {isKnown && !mayLease && (
        <EmptyState title="You may not see leases">
          Whoever may lease dynamic secrets of this project sees who has credentials of them.
        </EmptyState>
      )}
    </Page>
  );
};

export default LeasesPage;
