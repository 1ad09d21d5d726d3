const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const exactFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });

export const timeText = (value: string): string => format.format(new Date(value));

interface Props {
  readonly value: string;
  /** With seconds. */
  readonly isExact?: boolean;
}

/** A moment, in the time zone of the browser. */
export const Time = ({ value, isExact = false }: Props) => (
  <time dateTime={value} title={value} style={{ whiteSpace: 'nowrap' }}>
    {isExact ? exactFormat.format(new Date(value)) : timeText(value)}
  </time>
);
