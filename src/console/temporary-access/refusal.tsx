import { statusOf } from '../api/errors.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { FailureMessage } from '../components/failure.tsx';
import { Time } from '../components/time.tsx';
import { askSentence, useOwnAccess } from './use-own-access.ts';

interface Props {
  readonly error: unknown;
  readonly onRetry: () => unknown;
  /** What cannot be seen: "the secrets of this folder". */
  readonly what: string;
}

/** What went wrong; a refusal says what has ended, and whom to ask. */
export const Refusal = ({ error, onRetry, what }: Props) => {
  const { ended, administrators } = useOwnAccess();
  if (statusOf(error) !== 403) return <FailureMessage error={error} onRetry={onRetry} />;
  const last = ended[0];
  return (
    <EmptyState title={`You may not see ${what}`}>
      {last && (
        <>
          You had {last.name} until <Time value={new Date(last.endsAt).toISOString()} />.{' '}
        </>
      )}
      {askSentence(administrators)}
    </EmptyState>
  );
};
