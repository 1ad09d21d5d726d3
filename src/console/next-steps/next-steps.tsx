import { lazy, Suspense } from 'react';
import { useRoute } from 'wouter';
import { useProject } from '../layout/project.tsx';
import { paths } from '../paths.ts';
import { useNextSteps } from './store.ts';

const Card = lazy(() => import('./card.tsx'));

/** How to go on after setting up the server; open on the first page of the project, folded on the others. */
export const NextSteps = () => {
  const steps = useNextSteps();
  const { slug } = useProject();
  const [isFirst] = useRoute(paths.overview);
  if (steps?.slug !== slug) return null;
  return (
    <Suspense>
      <Card key={String(isFirst)} token={steps.token} isFirst={isFirst} />
    </Suspense>
  );
};
