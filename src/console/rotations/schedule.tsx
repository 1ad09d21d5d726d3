import { Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { NumberField } from '../components/number-field.tsx';
import type { Rotation } from './kinds.ts';

/** When a rotation runs, as a form has it. */
export interface Schedule {
  readonly isAutoRotationEnabled: boolean;
  readonly rotationInterval: number | string;
  /** In UTC, as "03:30". */
  readonly time: string;
}

export const initialSchedule: Schedule = { isAutoRotationEnabled: true, rotationInterval: 30, time: '00:00' };

const twoDigits = (number: number): string => String(number).padStart(2, '0');

export const timeOf = ({ hours, minutes }: Rotation['rotateAtUtc']): string =>
  `${twoDigits(hours)}:${twoDigits(minutes)}`;

export const scheduleOf = (rotation: Rotation): Schedule => ({
  isAutoRotationEnabled: rotation.isAutoRotationEnabled,
  rotationInterval: rotation.rotationInterval,
  time: timeOf(rotation.rotateAtUtc),
});

/** The fields of a request. */
export const scheduleBody = ({ isAutoRotationEnabled, rotationInterval, time }: Schedule) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return { isAutoRotationEnabled, rotationInterval: Number(rotationInterval), rotateAtUtc: { hours, minutes } };
};

export const scheduleErrors = ({ rotationInterval, time }: Schedule) => ({
  rotationInterval: Number(rotationInterval) >= 1 ? null : 'Enter a number of days.',
  time: /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? null : 'Enter a time such as 03:30.',
});

export const ScheduleFields = <Values extends Schedule>({ form }: { form: UseFormReturnType<Values> }) => (
  <>
    <Switch label="Rotate by a schedule" {...form.getInputProps('isAutoRotationEnabled', { type: 'checkbox' })} />
    <NumberField label="Days between two rotations" min={1} max={3_650} {...form.getInputProps('rotationInterval')} />
    <TextInput
      label="Time of day in UTC"
      description="Hours and minutes, such as 03:30."
      maxLength={5}
      autoComplete="off"
      {...form.getInputProps('time')}
    />
  </>
);
