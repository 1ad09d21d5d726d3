import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { EmptyState } from '../components/empty-state.tsx';
import { Page } from '../components/page.tsx';

export const NotFound = () => (
  <Page title="Page not found">
    <EmptyState
      title="There is nothing at this address"
      action={
        <Button component={Link} href="/" variant="default">
          Show all projects
        </Button>
      }
    >
      It may have been moved or deleted, or it belongs to another organization.
    </EmptyState>
  </Page>
);
