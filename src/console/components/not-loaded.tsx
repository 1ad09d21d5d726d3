import { FailureMessage } from './failure.tsx';
import { ListSkeleton } from './page.tsx';

interface Props {
  readonly error: unknown;
  readonly onRetry?: () => unknown;
  /** How many lines take the place of what is loaded, and their height. */
  readonly rows?: number;
  readonly height?: number;
}

/** What is shown until data is loaded: lines in its place, or what went wrong. */
export const NotLoaded = ({ error, onRetry, ...lines }: Props) =>
  error ? <FailureMessage error={error} {...(onRetry && { onRetry })} /> : <ListSkeleton {...lines} />;
