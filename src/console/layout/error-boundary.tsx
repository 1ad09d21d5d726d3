import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { EmptyState } from '../components/empty-state.tsx';
import { Page } from '../components/page.tsx';

interface Props {
  /** A change of it tries again. */
  readonly address: string;
  readonly children: ReactNode;
}

/** Shows a way out when a page cannot be shown, such as after an update of the server that removed its files. */
export class ErrorBoundary extends Component<Props, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidUpdate({ address }: Props): void {
    if (this.state.hasFailed && address !== this.props.address) this.setState({ hasFailed: false });
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <Page title="This page cannot be shown">
        <EmptyState title="Load the console again" action={<Button onClick={() => location.reload()}>Reload</Button>}>
          The server may have been updated since this tab was opened. If it happens again, tell your administrator.
        </EmptyState>
      </Page>
    );
  }
}
