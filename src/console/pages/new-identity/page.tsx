import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useProjects } from '../../api/projects.ts';
import { ListSkeleton, Page } from '../../components/page.tsx';
import type { Machine } from './create.ts';
import { CreatedMachine } from './created-machine.tsx';
import { IdentityForm } from './identity-form.tsx';

const crumbs = [{ label: 'Machine identities', href: '/identities' }];

/** A machine in one minute: `?project=SLUG` is the project to add it to. */
const NewIdentityPage = () => {
  const slug = new URLSearchParams(useSearch()).get('project');
  const [, navigate] = useLocation();
  const [machine, setMachine] = useState<Machine>();
  const { data } = useProjects();
  const projectId = data?.projects.find((project) => project.slug === slug)?.id;
  const show = (created: Machine): void => {
    setMachine(created);
    // The button of the form is at its end, the credentials are at the beginning.
    scrollTo(0, 0);
  };
  return (
    <Page isNarrow title={machine ? 'The identity is created' : 'Create identity'} crumbs={crumbs}>
      {machine ? (
        <CreatedMachine machine={machine} onAnother={() => setMachine(undefined)} />
      ) : slug === null || data ? (
        <IdentityForm projectId={projectId} onCreated={show} onCancel={() => navigate('/identities')} />
      ) : (
        <ListSkeleton />
      )}
    </Page>
  );
};

export default NewIdentityPage;
