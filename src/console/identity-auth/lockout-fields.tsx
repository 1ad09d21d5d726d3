import { Group, Switch } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { DurationField } from '../components/duration-field.tsx';
import { NumberField } from '../components/number-field.tsx';

/** After how many failed logins an address is locked out, and for how long. */
export interface LockoutValues {
  readonly lockoutEnabled: boolean;
  readonly lockoutThreshold: number;
  readonly lockoutDurationSeconds: number;
  readonly lockoutCounterResetSeconds: number;
}

export const newLockoutValues: LockoutValues = {
  lockoutEnabled: true,
  lockoutThreshold: 3,
  lockoutDurationSeconds: 300,
  lockoutCounterResetSeconds: 30,
};

export const lockoutValuesOf = (stored: LockoutValues): LockoutValues => ({
  lockoutEnabled: stored.lockoutEnabled,
  lockoutThreshold: stored.lockoutThreshold,
  lockoutDurationSeconds: stored.lockoutDurationSeconds,
  lockoutCounterResetSeconds: stored.lockoutCounterResetSeconds,
});

interface Props {
  readonly isEnabled: boolean;
  readonly input: (name: keyof LockoutValues) => GetInputPropsReturnType;
}

export const LockoutFields = ({ isEnabled, input }: Props) => (
  <>
    <Switch
      label="Lock out addresses after failed logins"
      {...input('lockoutEnabled')}
      value="on"
      checked={isEnabled}
    />
    {isEnabled && (
      <Group grow align="flex-start" preventGrowOverflow={false}>
        <NumberField label="Failed logins" min={1} max={30} {...input('lockoutThreshold')} />
        <DurationField label="Locked for" min={30} max={86_400} {...input('lockoutDurationSeconds')} />
        <DurationField label="Forgotten after" min={5} max={3_600} {...input('lockoutCounterResetSeconds')} />
      </Group>
    )}
  </>
);
