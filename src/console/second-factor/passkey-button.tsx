import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { FailureMessage } from '../components/failure.tsx';

/** Asks the browser for a passkey, and shows below why that failed. */
export const PasskeyButton = ({ onUse }: { onUse: () => Promise<void> }) => {
  const use = useMutation({ meta: { showsError: true, changesNothing: true }, mutationFn: onUse });
  return (
    <Stack gap="xs">
      <Button variant="default" loading={use.isPending} onClick={() => use.mutate()}>
        Use a passkey
      </Button>
      <FailureMessage error={use.error} />
    </Stack>
  );
};
