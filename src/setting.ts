import { resolve } from 'node:path';
import { parseAddressRange } from './platform/addresses.ts';
import { parsePostgresUrl } from './platform/db/postgres/url.ts';
import { parseAllowedHost, type AllowedHost } from './platform/outgoing/allowed-hosts.ts';
import { parseMailbox, type Mailbox } from './platform/smtp/address.ts';
import { parseSmtpUrl, type SmtpServer } from './platform/smtp/url.ts';

/** An environment variable that configures the server. */
export interface Setting<T> {
  /** The default, as in the table of the guide. */
  readonly fallback: string;
  readonly about: string;
  /** Returns undefined if the text is not valid. */
  readonly parse: (text: string) => T | undefined;
  readonly expects: string;
}

export const setting = <T>(
  expects: string,
  fallback: string,
  parse: (text: string) => T | undefined,
  about: string,
): Setting<T> => ({ expects, fallback, parse, about });

export const integer = (min: number, max: number, fallback: number, about: string): Setting<number> =>
  setting(
    `a whole number from ${min} to ${max}`,
    String(fallback),
    (text) => (/^\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined),
    about,
  );

export const onOrOff = (fallback: 'on' | 'off', about: string): Setting<boolean> =>
  setting('on or off', fallback, (text) => (text === 'on' ? true : text === 'off' ? false : undefined), about);

export const workers = (text: string): number | 'auto' | undefined =>
  text === 'auto' ? text : /^[1-9]\d{0,2}$/.test(text) && Number(text) <= 128 ? Number(text) : undefined;

const list = (text: string): string[] => text.split(',').map((item) => item.trim());

export const each = <T>(text: string, parse: (item: string) => T | undefined): T[] | undefined => {
  const items = text === '' ? [] : list(text).map(parse);
  return items.includes(undefined) ? undefined : (items as T[]);
};

export const addressOrRange = (text: string): string | undefined => (parseAddressRange(text) ? text : undefined);

export const origin = (text: string): string | undefined =>
  URL.canParse(text) && new URL(text).origin === text ? text : undefined;

export const hosts = (about: string): Setting<AllowedHost[]> =>
  setting(
    'host names, addresses, endings such as .internal, and networks such as 10.0.0.0/8, without ports, separated by commas',
    '',
    (text) => each(text, parseAllowedHost),
    about,
  );

export const siteUrl = (text: string): string | null | undefined => {
  if (text === '') return null;
  return /^https?:/.test(text) ? origin(text) : undefined;
};

/** The address of a service elsewhere; null if the text is empty. */
export const serviceUrl = (text: string): string | null | undefined => {
  if (text === '') return null;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && /^https?:$/.test(url.protocol) && !/[?#]/.test(text) ? text.replace(/\/+$/, '') : undefined;
};

export const port = (text: string): number | undefined =>
  /^\d{1,5}$/.test(text) && Number(text) <= 65535 ? Number(text) : undefined;

export const path = (text: string): string | null => (text === '' ? null : resolve(text));

/** Parses an address and a port; null if the text is empty. */
export const listener = (text: string): { host: string; port: number } | null | undefined => {
  if (text === '') return null;
  const [, bracketed, plain, port] = /^(?:\[([\da-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(text) ?? [];
  return port !== undefined && Number(port) <= 65535 ? { host: (bracketed ?? plain)!, port: Number(port) } : undefined;
};

export const postgresUrl = (text: string): string | null | undefined => {
  if (text === '') return null;
  return parsePostgresUrl(text) ? text : undefined;
};

export const smtpServer = (text: string): SmtpServer | null | undefined => (text === '' ? null : parseSmtpUrl(text));

export const mailbox = (text: string): Mailbox | null | undefined => (text === '' ? null : parseMailbox(text));
