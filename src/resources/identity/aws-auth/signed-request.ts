import { Refused } from '../../../platform/refused.ts';

/** How far a signature may be from now. */
const maxAgeMs = 15 * 60_000;
const maxHeaders = 30;

const suffixes: readonly (readonly [RegExp, string])[] = [
  [/^cn-/, 'amazonaws.com.cn'],
  [/^us-iso-/, 'c2s.ic.gov'],
  [/^us-isob-/, 'sc2s.sgov.gov'],
  [/^us-isof-/, 'csp.hci.ic.gov'],
  [/^eu-isoe-/, 'cloud.adc-e.uk'],
  [/^eusc-/, 'amazonaws.eu'],
];

const globalHost = 'sts.amazonaws.com';
const globalRegion = 'us-east-1';

const isEndpointName = /^sts(\.[a-z0-9-]{1,30})?\.(amazonaws\.com|amazonaws\.com\.cn|amazonaws\.eu)$/;

/** Whether the URL is an endpoint of AWS itself. */
export const isAwsEndpoint = (url: string): boolean => isEndpointName.test(new URL(url).hostname);

const hostsOf = (region: string): string[] => {
  const suffix = suffixes.find(([start]) => start.test(region))?.[1] ?? 'amazonaws.com';
  return [`sts.${region}.${suffix}`, ...(region === globalRegion ? [globalHost] : [])];
};

/** The headers that a request to STS may have, besides its signature. */
const usable = /^(host|content-type|content-length|accept|user-agent|x-amz-[a-z0-9-]{1,60}|amz-sdk-[a-z-]{1,40})$/;

const malformed = (what: string): Refused =>
  new Refused('request_malformed', `The signed request is not usable: ${what}.`);

const decoded = (text: string): string => {
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(text.trim())) throw malformed('it is not base64');
  return Buffer.from(text.trim(), 'base64').toString('utf8');
};

/** Reads the headers by their names in lower case. */
const headersIn = (text: string): Map<string, string> => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(decoded(text));
  } catch {
    throw malformed('its headers are not JSON in base64');
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw malformed('its headers are not an object');
  const entries = Object.entries(parsed).map(([name, value]) => [name.toLowerCase(), value] as const);
  if (entries.length > maxHeaders || new Set(entries.map(([name]) => name)).size !== entries.length)
    throw malformed('it has too many headers, or one twice');
  return new Map(
    entries.map(([name, value]) => {
      if (typeof value !== 'string' && typeof value !== 'number') throw malformed('a header is not a text');
      const content = String(value);
      if (!/^[\x20-\x7e]*$/.test(content)) throw malformed('a header has characters that are not allowed');
      return [name, content];
    }),
  );
};

/** Returns the body; refuses any other question than who signed it. */
const bodyIn = (text: string): string => {
  const body = decoded(text);
  const fields = [...new URLSearchParams(body)].map(([name, value]) => `${name}=${value}`).sort();
  if (fields.join('&') !== 'Action=GetCallerIdentity&Version=2011-06-15')
    throw malformed('its body is not GetCallerIdentity');
  return body;
};

const signature =
  /^AWS4-HMAC-SHA256 Credential=[\w]{1,128}\/\d{8}\/([a-z0-9-]{1,30})\/sts\/aws4_request, ?SignedHeaders=([a-z0-9;-]{1,1000}), ?Signature=[0-9a-f]{64}$/;

const timeOf = (text: string): number => {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
};

export interface SignedRequest {
  readonly host: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a client sends to log in. */
interface Input {
  readonly iamHttpRequestMethod?: string;
  readonly iamRequestBody: string;
  readonly iamRequestHeaders: string;
}

/**
 * Builds the request to STS anew, from what was signed, so that a caller can make the server send nothing else, and to
 * nobody else. Throws `Refused` for anything unusual.
 */
export const readSignedRequest = (input: Input, now: Date): SignedRequest => {
  if ((input.iamHttpRequestMethod ?? 'POST').toUpperCase() !== 'POST') throw malformed('its method is not POST');
  const body = bodyIn(input.iamRequestBody);
  const sent = headersIn(input.iamRequestHeaders);
  const authorization = sent.get('authorization') ?? '';
  const [, region, signedNames] = signature.exec(authorization) ?? [];
  if (region === undefined || signedNames === undefined) throw malformed('its signature has another form');
  const names = signedNames.split(';');
  const length = String(Buffer.byteLength(body));
  const headers = Object.fromEntries(
    names.map((name) => {
      // The Python SDK signs the length without sending it.
      const value = sent.get(name) ?? (name === 'content-length' ? length : undefined);
      if (value === undefined || !usable.test(name)) throw malformed('a signed header is missing or not allowed');
      return [name, value];
    }),
  );
  const { host = '', 'x-amz-date': date = '', 'content-length': signedLength = length } = headers;
  if (!hostsOf(region).includes(host.toLowerCase())) throw malformed('it is not for the STS of its region');
  if (!(Math.abs(timeOf(date) - now.getTime()) <= maxAgeMs))
    throw new Refused('request_expired', 'The request was not signed within the last fifteen minutes.');
  if (signedLength !== length) throw malformed('its length is wrong');
  return {
    host: host.toLowerCase(),
    headers: {
      'content-type': sent.get('content-type') ?? 'application/x-www-form-urlencoded; charset=utf-8',
      ...headers,
      authorization,
    },
    body,
  };
};
