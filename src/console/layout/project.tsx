import { createContext, useContext, type ReactNode } from 'react';
import type { components } from '../../../generated/api.d.ts';
import { api } from '../api/client.ts';
import { statusOf } from '../api/errors.ts';
import { FailureMessage } from '../components/failure.tsx';
import { ListSkeleton } from '../components/page.tsx';
import { NotFound } from './not-found.tsx';

export type Project = components['schemas']['ProjectWithDeletedEnvironments'];

const ProjectContext = createContext<Project | undefined>(undefined);

/** The project of the address; only in pages below `/p/:slug`. */
export const useProject = (): Project => {
  const project = useContext(ProjectContext);
  if (!project) throw new Error('This page is not below /p/:slug.');
  return project;
};

/** Loads the project of the address for the pages in it. */
export const ProjectProvider = ({ slug, children }: { slug: string; children: ReactNode }) => {
  const { data, error, isPending, refetch } = api.useQuery('get', '/api/v1/projects/slug/{slug}', {
    params: { path: { slug } },
  });
  if (data) return <ProjectContext.Provider value={data}>{children}</ProjectContext.Provider>;
  if (isPending) return <ListSkeleton />;
  return statusOf(error) === 404 ? <NotFound /> : <FailureMessage error={error} onRetry={refetch} />;
};
