const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

export const timeText = (value: string): string => format.format(new Date(value));

/** A moment, in the time zone of the browser. */
export const Time = ({ value }: { value: string }) => (
  <time dateTime={value} title={value} style={{ whiteSpace: 'nowrap' }}>
    {timeText(value)}
  </time>
);
