/** A time as `datetime-local` fields have it, in the time zone of the browser; empty if it is none. */
export const localText = (value: string): string => {
  const time = new Date(value);
  if (value === '' || Number.isNaN(time.getTime())) return '';
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};
