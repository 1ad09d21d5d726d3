import { Button, Stack } from '@mantine/core';
import { IconSignature } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useCan, useIsKnown } from '../../access/use-can.ts';
import { api } from '../../api/client.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Guarded } from '../../components/guarded.tsx';
import { NotLoaded } from '../../components/not-loaded.tsx';
import { ListSkeleton, Page } from '../../components/page.tsx';
import { useProject } from '../../layout/project.tsx';
import { Authorities } from './authorities.tsx';
import { CertificateDrawer } from './certificate-drawer.tsx';
import { CertificateList } from './certificate-list.tsx';
import { Expiring } from './expiring.tsx';
import { canIssue, type Authority } from './model.ts';
import { NewCertificate, type Way } from './new-certificate.tsx';
import { CreateButton } from '../../components/create-button.tsx';

/** The authorities that the user may read; none, without asking, if there can be none. */
const useAuthorities = (mayRead: boolean) => {
  const { id: projectId } = useProject();
  return api.useQuery(
    'get',
    '/api/v1/cert-manager/ca/internal',
    { params: { query: { projectId } } },
    { enabled: mayRead },
  );
};

const createReason = (mayCreate: boolean): string =>
  mayCreate
    ? 'No authority of this project can issue certificates. Create one first.'
    : 'You are not allowed to create certificates in this project.';

const NewButtons = ({ authorities, onChoose }: { authorities: readonly Authority[]; onChoose: (way: Way) => void }) => {
  const mayCreate = useCan(useProject()).may('create', 'certificates');
  const isAllowed = mayCreate && authorities.some(canIssue);
  return (
    <>
      <Guarded isAllowed={isAllowed} reason={createReason(mayCreate)}>
        <Button variant="default" leftSection={<IconSignature size={16} />} onClick={() => onChoose('sign')}>
          Sign a request
        </Button>
      </Guarded>
      <CreateButton
        isMain
        label="Issue certificate"
        isAllowed={isAllowed}
        reason={createReason(mayCreate)}
        onClick={() => onChoose('issue')}
      />
    </>
  );
};

const CertificatesPage = () => {
  const project = useProject();
  const ability = useCan(project);
  const isKnown = useIsKnown(project);
  const [mayReadAuthorities, mayRead] = [
    ability.may('read', 'certificate-authorities'),
    ability.may('read', 'certificates'),
  ];
  const { data, error, refetch } = useAuthorities(mayReadAuthorities);
  const [way, setWay] = useState<Way>();
  const [path, navigate] = useLocation();
  const query = new URLSearchParams(useSearch());
  const shown = query.get('certificate');
  const show = (id?: string, kind = 'certificate'): void => navigate(id === undefined ? path : `${path}?${kind}=${id}`);
  const authorities = data ?? [];
  const crumbs = [{ label: project.name, href: `/p/${project.slug}` }];
  return (
    <Page title="Certificates" crumbs={crumbs} actions={<NewButtons authorities={authorities} onChoose={setWay} />}>
      <Stack>
        {!isKnown && <ListSkeleton />}
        {isKnown && !mayReadAuthorities && !mayRead && (
          <EmptyState title="Nothing to see here">
            You are not allowed to see certificates or their authorities in this project.
          </EmptyState>
        )}
        {mayReadAuthorities && !data && <NotLoaded error={error} onRetry={refetch} />}
        {data && (
          <Authorities
            authorities={authorities}
            openId={query.get('authority')}
            onOpen={(id) => show(id, 'authority')}
          />
        )}
        {mayRead && <Expiring authorities={authorities} onOpen={({ id }) => show(id)} />}
        {mayRead && <CertificateList authorities={authorities} onOpen={({ id }) => show(id)} />}
      </Stack>
      <NewCertificate way={way} authorities={authorities} onClose={() => setWay(undefined)} />
      {shown !== null && <CertificateDrawer key={shown} id={shown} onOpen={(id) => show(id)} onClose={() => show()} />}
    </Page>
  );
};

export default CertificatesPage;
