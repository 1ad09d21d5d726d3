import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { answerSignOn, type SignOnQuestion } from '../api/session.ts';
import { FailureMessage } from '../components/failure.tsx';

/** Asks whether the session that single sign-on opened takes the place of the one that this browser has. */
export const ReplaceSession = ({ question: { current, next, organizationName } }: { question: SignOnQuestion }) => {
  const answer = useMutation({ meta: { showsError: true }, mutationFn: answerSignOn });
  return (
    <Stack>
      <Text size="sm">
        You are signed in as <b>{current}</b> in this browser. Sign in as <b>{next}</b> with the single sign-on of{' '}
        <b>{organizationName}</b> instead?
      </Text>
      <FailureMessage error={answer.error} />
      <Button variant="default" disabled={answer.isPending} onClick={() => answer.mutate(true)}>
        Sign in as {next}
      </Button>
      <Button disabled={answer.isPending} onClick={() => answer.mutate(false)}>
        Stay signed in as {current}
      </Button>
    </Stack>
  );
};
