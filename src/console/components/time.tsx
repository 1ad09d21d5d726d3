const formats = {
  minutes: new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' }),
  seconds: new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' }),
  clock: new Intl.DateTimeFormat('en', { timeStyle: 'medium' }),
};

export const timeText = (value: string, format: keyof typeof formats = 'minutes'): string =>
  formats[format].format(new Date(value));

/** A sentence of the server, with its times in the time zone of the browser. */
export const withLocalTimes = (sentence: string): string =>
  sentence.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) => timeText(time));

interface Props {
  readonly value: string;
  /** `seconds` is for what happens fast, `clock` where there is no room for the date. */
  readonly format?: keyof typeof formats;
}

/** A moment, in the time zone of the browser. */
export const Time = ({ value, format }: Props) => (
  <time dateTime={value} title={value} style={{ whiteSpace: 'nowrap' }}>
    {timeText(value, format)}
  </time>
);
