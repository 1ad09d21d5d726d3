import { TextInput, type TextInputProps } from '@mantine/core';

type Value = number | string;

interface Props extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'min' | 'max'> {
  readonly min: number;
  readonly max: number;
  /** A text while it is empty. */
  readonly value?: Value | undefined;
  readonly onChange?: (value: Value) => void;
}

const steps: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };

/**
 * A whole number. Mantine's field brings a formatter of numbers, which would be a tenth of what the first page loads of
 * Mantine.
 */
export const NumberField = ({ min, max, value = '', onChange, onBlur, ...field }: Props) => {
  const set = (next: number): void => onChange?.(Math.min(max, Math.max(min, next)));
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      maxLength={String(max).length}
      {...field}
      value={String(value)}
      onChange={({ currentTarget }) => {
        const digits = currentTarget.value.replace(/\D/g, '');
        // What is too small may be completed; it is corrected when the field is left.
        onChange?.(digits === '' ? '' : Math.min(max, Number(digits)));
      }}
      onBlur={(event) => {
        if (typeof value === 'number' && value < min) set(value);
        onBlur?.(event);
      }}
      onKeyDown={(event) => {
        const step = steps[event.key];
        if (step === undefined || field.readOnly === true) return;
        event.preventDefault();
        set(Number(value) + step);
      }}
    />
  );
};
