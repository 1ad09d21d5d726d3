import { Autocomplete, type AutocompleteProps, type OptionsFilter } from '@mantine/core';
import { useState } from 'react';
import { durationText, parseLength } from './duration.ts';

const usual = ['15 minutes', '1 hour', '2 hours', '8 hours', '1 day', '1 week', '30 days'];

type TextProps = Omit<AutocompleteProps, 'filter'>;

/** All are offered for one of them and for nothing; while another length is typed, only what begins with it. */
const filter: OptionsFilter = ({ options, search }) => {
  const typed = search.trim();
  const isKnown = typed === '' || options.some((option) => 'value' in option && option.value === typed);
  return isKnown ? options : options.filter((option) => 'value' in option && option.value.startsWith(typed));
};

/** A length of time as it is typed, such as "2 weeks". */
export const LengthField = (props: TextProps) => (
  <Autocomplete size="sm" data={usual} filter={filter} autoComplete="off" {...props} />
);

interface Props extends Omit<TextProps, 'value' | 'defaultValue' | 'onChange' | 'data' | 'min' | 'max'> {
  /** In seconds; NaN while what is typed is no length within the bounds. */
  readonly value?: number;
  readonly onChange?: (seconds: number) => void;
  /** What 0 means, which is offered too; without it, 0 is no length. */
  readonly none?: string;
  readonly choices?: readonly number[];
  readonly min?: number;
  readonly max?: number;
  /** The length is a multiple of so many seconds. */
  readonly step?: number;
}

const longest = 315_360_000;

/** A length of time that is stored as a number. */
export const DurationField = (props: Props) => {
  const { value = 0, onChange, none, choices = [], min = 1, max = longest, step = 1, error, ...field } = props;
  const [typed, setTyped] = useState<string>();
  const textOf = (seconds: number): string => (seconds === 0 ? (none ?? '') : durationText(seconds));
  const read = (text: string): number => {
    if (none !== undefined && ['', '0', none.toLowerCase()].includes(text.trim().toLowerCase())) return 0;
    const seconds = (parseLength(text) ?? NaN) / 1000;
    return seconds >= min && seconds <= max && seconds % step === 0 ? seconds : NaN;
  };
  const isInvalid = Number.isNaN(value);
  // What was typed, unless the value was changed elsewhere.
  const text = typed !== undefined && (isInvalid || read(typed) === value) ? typed : textOf(value);
  const bounds = `from ${durationText(min)} to ${durationText(max)}`;
  return (
    <LengthField
      data={[...(none === undefined ? [] : [none]), ...choices.map(durationText)]}
      {...field}
      error={isInvalid ? `Enter a number and a unit, such as 90 minutes or 30 days, ${bounds}.` : error}
      value={text}
      onChange={(next) => {
        setTyped(next);
        onChange?.(read(next));
      }}
      onBlur={(event) => {
        if (!isInvalid) setTyped(undefined);
        field.onBlur?.(event);
      }}
    />
  );
};
