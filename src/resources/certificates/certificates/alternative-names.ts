import { isIP } from 'node:net';
import type { AlternativeName } from '../../../platform/crypto/pki/orders.ts';

const maxLength = 253;

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const hostPattern = new RegExp(`^(?:${label}\\.)*${label}$`);
const mailboxPattern = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/i;
const urlPattern = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)([/?#].*)?$/i;
const urlCharacters = /^[a-z0-9\-._~:/?#[\]@!$&'()*+;=%]+$/i;

/** Whether the text is a host name; a name that ends in a number would be read as an IP address. */
const isHost = (text: string): boolean => hostPattern.test(text) && !/(?:^|\.)\d+$/.test(text);

const readAddress = (text: string): AlternativeName | undefined => {
  const version = isIP(text);
  // A zone (fe80::1%eth0) is valid on one machine only.
  if (version === 0 || text.includes('%')) return undefined;
  return { type: 'ip', value: version === 4 ? text : new URL(`http://[${text}]`).hostname.slice(1, -1) };
};

/** Decodes what needs no encoding (RFC 3986, 6.2.2.2), and removes a final dot of the host. */
const canonicalAuthority = (text: string): string =>
  text
    .replaceAll(/%[0-9a-f]{2}/gi, (encoded) => {
      const character = String.fromCodePoint(Number.parseInt(encoded.slice(1), 16));
      return /[\w.~-]/.test(character) ? character : encoded;
    })
    .toLowerCase()
    .replace(/(?<!\.)\.+(?=(?::\d*)?$)/, '');

const readUrl = (text: string): AlternativeName | undefined => {
  const [, scheme, written, rest = ''] = urlPattern.exec(text) ?? [];
  if (scheme === undefined || written === undefined || !urlCharacters.test(text) || !URL.canParse(text))
    return undefined;
  const authority = canonicalAuthority(written);
  // Without a host, a browser would read the path as one.
  if (/^(:\d*)?$/.test(authority) && authority !== written) return undefined;
  return { type: 'url', value: `${scheme.toLowerCase()}://${authority}${rest}` };
};

const readMail = (text: string): AlternativeName | undefined => {
  const at = text.lastIndexOf('@');
  const [mailbox, host] = [text.slice(0, at), text.slice(at + 1).toLowerCase()];
  return mailboxPattern.test(mailbox) && isHost(host) ? { type: 'email', value: `${mailbox}@${host}` } : undefined;
};

const readHost = (text: string): AlternativeName | undefined => {
  const host = text.toLowerCase();
  return isHost(host.replace(/^\*\./, '')) ? { type: 'dns', value: host } : undefined;
};

/** Returns the name in its canonical form, so that another spelling bypasses no rule; undefined if it is not valid. */
export const readAlternativeName = (text: string): AlternativeName | undefined => {
  if (text.length > maxLength) return undefined;
  if (text.includes('://')) return readUrl(text);
  if (text.includes('@')) return readMail(text);
  return readAddress(text) ?? readHost(text);
};

/** Removes repeated names. */
export const distinctNames = (names: readonly AlternativeName[]): AlternativeName[] => [
  ...new Map(names.map((name) => [name.value, name])).values(),
];

/** Joins names with commas, which no name contains. */
export const joinNames = (names: readonly AlternativeName[]): string => names.map(({ value }) => value).join(',');

/** Splits joined names. */
export const splitNames = (text: string): string[] => (text === '' ? [] : text.split(','));
