import { Container } from '@mantine/core';
import { Suspense, useEffect, useState } from 'react';
import { Redirect, Route, Switch, useLocation, useSearch } from 'wouter';
import { lazily } from '../api/after-loading.ts';
import { useConfirmation } from '../api/confirmation.ts';
import { resumeSession, useSession } from '../api/session.ts';
import { FailureMessage } from '../components/failure.tsx';
import { ListSkeleton } from '../components/page.tsx';
import { paths, publicPages, type PageName } from '../paths.ts';
import { pages, preloadPages } from '../routes.tsx';
import { CenteredPage } from './centered-page.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { NotFound } from './not-found.tsx';
import { Shell } from './shell.tsx';

const ConfirmSignIn = lazily(async () => (await import('../login/confirm-sign-in.tsx')).ConfirmSignIn);
const InterruptedSession = lazily(async () => (await import('../login/interrupted-session.tsx')).InterruptedSession);

const allPages = Object.keys(paths) as PageName[];
const isPublic = (name: PageName): boolean => publicPages.includes(name);

const routes = (names: readonly PageName[]) =>
  names.map((name) => <Route key={name} path={paths[name]} component={pages[name]} />);

/** Pages for which a session is needed. */
const PrivatePages = () => {
  const { status, challenge } = useSession();
  const isConfirming = useConfirmation() !== undefined;
  const [path] = useLocation();
  const search = useSearch();
  useEffect(preloadPages, []);
  if (status === 'starting') return <StartSkeleton />;
  if (status === 'signed-out') {
    const address = search ? `${path}?${search}` : path;
    return <Redirect to={address === '/' ? '/login' : `/login?next=${encodeURIComponent(address)}`} replace />;
  }
  return (
    <Shell>
      <ErrorBoundary address={path}>
        <Suspense fallback={<ListSkeleton />}>
          <Switch>
            {routes(allPages.filter((name) => !isPublic(name)))}
            <Route component={NotFound} />
          </Switch>
        </Suspense>
      </ErrorBoundary>
      <Suspense>
        {isConfirming && <ConfirmSignIn />}
        {status === 'interrupted' && <InterruptedSession isChallenge={challenge !== undefined} />}
      </Suspense>
    </Shell>
  );
};

const StartSkeleton = () => (
  <Container size="sm" py="xl">
    <ListSkeleton />
  </Container>
);

export const Pages = () => {
  const { status } = useSession();
  const [path] = useLocation();
  const [error, setError] = useState<unknown>();
  const start = (): void => {
    setError(undefined);
    resumeSession().catch(setError);
  };
  useEffect(() => {
    if (status === 'starting') start();
  }, [status]);
  if (error !== undefined)
    return (
      <CenteredPage title="Sallyport cannot be reached">
        <FailureMessage error={error} onRetry={start} />
      </CenteredPage>
    );
  return (
    <ErrorBoundary address={path}>
      <Suspense fallback={<StartSkeleton />}>
        <Switch>
          {routes(allPages.filter(isPublic))}
          <Route component={PrivatePages} />
        </Switch>
      </Suspense>
    </ErrorBoundary>
  );
};
