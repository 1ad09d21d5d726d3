import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { Router } from 'wouter';
import { queryClient } from './api/query-client.ts';
import { useSessionKey } from './api/session.ts';
import { askBeforeLeaving } from './components/unsaved.ts';
import { Pages } from './layout/pages.tsx';
import { cssVariables, theme } from './theme.ts';

const colorScheme = localStorageColorSchemeManager({ key: 'color-scheme' });

const Content = () => (
  <ModalsProvider key={useSessionKey()}>
    <Notifications position="bottom-right" />
    <Router aroundNav={askBeforeLeaving}>
      <Pages />
    </Router>
  </ModalsProvider>
);

export const App = () => (
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
