import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { Fragment, Suspense, useLayoutEffect } from 'react';
import { Router } from 'wouter';
import { deferred, lazily, Nothing } from './api/after-loading.ts';
import { tellOfRequestsWith } from './api/change-requests.ts';
import { queryClient, showFailuresWith } from './api/query-client.ts';
import { useSessionKey } from './api/session.ts';
import { useDialogs } from './components/dialogs.ts';
import { notifyFailure } from './components/failure.tsx';
import { askBeforeLeaving } from './components/unsaved.ts';
import { Pages } from './layout/pages.tsx';
import { cssVariables, theme } from './theme.ts';

const DialogWindows = lazily(async () => (await import('./components/dialog-windows.tsx')).DialogWindows);
const Notifications = deferred(async () => (await import('./components/notifications.tsx')).Notifications, Nothing);

showFailuresWith(notifyFailure);
tellOfRequestsWith(() =>
  notifications.show({
    autoClose: 15_000,
    message: 'A policy wants this change approved: it waits as a request, and nothing is changed yet.',
  }),
);

const colorScheme = localStorageColorSchemeManager({ key: 'color-scheme' });

const Dialogs = () =>
  useDialogs().length > 0 && (
    <Suspense>
      <DialogWindows />
    </Suspense>
  );

const Content = () => (
  <Fragment key={useSessionKey()}>
    <Notifications position="bottom-right" />
    <Router aroundNav={askBeforeLeaving}>
      <Pages />
      <Dialogs />
    </Router>
  </Fragment>
);

export const App = () => {
  // With the first thing that is drawn, so that nothing flashes.
  useLayoutEffect(() => document.querySelector('.frame')?.remove(), []);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      colorSchemeManager={colorScheme}
      getStyleNonce={() => window.styleNonce ?? ''}
    >
      <QueryClientProvider client={queryClient}>
        <Content />
      </QueryClientProvider>
    </MantineProvider>
  );
};
