import { expect } from 'chai';
import { assertDocumented } from '../expect/contract.ts';
import { newLoggedIn } from '../fixtures/universal-auth.ts';
import type { World } from '../world/world.ts';

/** A response as a client sees it. */
export interface Received {
  readonly status: number;
  readonly etag: string | null;
  /** The parsed JSON; undefined if the body is empty. */
  readonly body: any;
}

/** A machine identity that administers its own project, with the environments dev, staging and prod. */
export const newClient = async (world: World) => {
  const machine = await newLoggedIn(world);
  const { body } = await world.call('createProject', { as: machine, body: { projectName: 'Of a client' } });
  return { ...machine, project: body.project as { id: string; slug: string } };
};

export type Send = (
  method: string,
  pathAndQuery: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Received>;

/**
 * Sends exactly this request with the user agent of a client: nothing is encoded, omitted or added. The contract has to
 * document the response.
 */
export const sendAs =
  ({ server }: World, userAgent: string, token?: string): Send =>
  async (method, pathAndQuery, body, headers = {}) => {
    const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const sent = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
    const response = await fetch(`${server.url}${pathAndQuery}`, {
      method,
      headers: { 'User-Agent': userAgent, ...authorization, ...type, ...headers },
      ...(sent !== undefined && { body: sent }),
    });
    const text = await response.text();
    if (response.status === 304) expect(text).to.equal('');
    const received = { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
    const mediaType = (response.headers.get('content-type') ?? '').split(';', 1)[0]!;
    assertDocumented(method, pathAndQuery, {
      ...received,
      headers: Object.fromEntries(response.headers),
      type: mediaType,
    });
    return { ...received, etag: response.headers.get('etag') };
  };

const kinds = {
  string: (value: unknown) => typeof value === 'string',
  integer: (value: unknown) => Number.isInteger(value),
  boolean: (value: unknown) => typeof value === 'boolean',
  list: (value: unknown) => Array.isArray(value),
  time: (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value),
  'string or null': (value: unknown) => value === null || typeof value === 'string',
  'integer or null': (value: unknown) => value === null || Number.isInteger(value),
} as const;

export type Fields = Readonly<Record<string, keyof typeof kinds>>;

/** The fields that a client reads are present and have the JSON types that it decodes. */
export const expectFields = (value: Readonly<Record<string, unknown>>, fields: Fields): void => {
  for (const [name, kind] of Object.entries(fields))
    expect(kinds[kind](value[name]), `${name} is to be a ${kind}: ${JSON.stringify(value[name])}`).to.equal(true);
};

/** Asserts the status and returns the body. */
export const expectStatus = (received: Received, status: number): any => {
  expect(received.status, JSON.stringify(received.body)).to.equal(status);
  return received.body;
};

/** Asserts the fields of an error that clients show. */
export const expectShownError = (received: Received, status: number, message: RegExp): void => {
  const { reqId, message: text } = expectStatus(received, status) as { reqId: string; message: string };
  expect(reqId).to.match(/^req-[A-Za-z0-9]{14}$/);
  expect(text).to.match(message);
};

/** The fields of a login response that every client decodes. */
export const loginFields: Fields = {
  accessToken: 'string',
  expiresIn: 'integer',
  accessTokenMaxTTL: 'integer',
  tokenType: 'string',
};
