import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { NumberField } from '../components/number-field.tsx';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { CopyButton } from '../components/copy-button.tsx';
import { notifyFailure } from '../components/failure.tsx';
import { canMakeKeys, generate, generated, hasLength, type Generated } from './generate.ts';

const [shortest, longest] = [8, 1024];

const notifyPublicKey = (publicKey: string): void => {
  notifications.show({
    autoClose: false,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">The value is the private key. Copy the public one now: it is not stored.</Text>
        <CopyButton value={publicKey} label="the public key" />
      </Group>
    ),
  });
};

interface Props {
  readonly onGenerate: (value: string) => void;
}

/** What is generated, and how long it is. */
export const Generator = ({ onGenerate }: Props) => {
  const [kind, setKind] = useState<Generated>('letters');
  const [length, setLength] = useState<number | string>(32);
  const isValid = typeof length === 'number' && length >= shortest && length <= longest;
  const run = async (): Promise<void> => {
    try {
      const { value, publicKey } = await generate(kind, Number(length));
      onGenerate(value);
      if (publicKey !== undefined) notifyPublicKey(publicKey);
    } catch (error) {
      notifyFailure(error);
    }
  };
  const data = Object.entries(generated).map(([value, text]) => ({
    value,
    label: text,
    disabled: value === 'key' && !canMakeKeys(),
  }));
  return (
    <Stack gap="xs">
      <Select
        label="What"
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        data={data}
        value={kind}
        onChange={(chosen) => setKind((chosen ?? 'letters') as Generated)}
      />
      {hasLength(kind) && (
        <NumberField
          label="Characters"
          min={shortest}
          max={longest}
          error={isValid ? undefined : `Between ${shortest} and ${longest}.`}
          value={length}
          onChange={setLength}
        />
      )}
      <Button disabled={hasLength(kind) && !isValid} onClick={() => void run()}>
        Generate
      </Button>
    </Stack>
  );
};
