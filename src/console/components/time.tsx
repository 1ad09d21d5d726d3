import { useSyncExternalStore } from 'react';

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

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long ago a moment was, "3 min ago"; the moment itself if that was more than a week ago, or is to come. */
export const agoText = (value: string, now: number): string => {
  const passed = now - Date.parse(value);
  if (passed < -minute || passed >= 7 * day) return timeText(value);
  if (passed < minute) return 'just now';
  if (passed < hour) return `${Math.floor(passed / minute)} min ago`;
  if (passed < day) return `${Math.floor(passed / hour)} h ago`;
  const days = Math.floor(passed / day);
  return days === 1 ? 'yesterday' : `${days} days ago`;
};

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

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for all of them. */
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  timer ??= setInterval(() => listeners.forEach((each) => each()), minute / 2);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
};

/** How long ago something was; the exact moment is its title. */
export const Ago = ({ value }: { value: string }) => {
  const text = useSyncExternalStore(subscribe, () => agoText(value, Date.now()));
  return (
    <time dateTime={value} title={timeText(value, 'seconds')} style={{ whiteSpace: 'nowrap' }}>
      {text}
    </time>
  );
};
