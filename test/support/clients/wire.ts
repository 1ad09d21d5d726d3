import { expect } from 'chai';
import { assertDocumented } from '../expect/contract.ts';
import { newLoggedIn } from '../fixtures/universal-auth.ts';
import type { World } from '../world/world.ts';

/** An answer as a client sees it. */
export interface Received {
  readonly status: number;
  readonly etag: string | null;
  /** The JSON of it; undefined if it is empty. */
  readonly body: any;
}

/** A machine identity that administers a project of its own, with the environments dev, staging and prod. */
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
 * Sends just this, as that client calls itself: nothing is encoded, left out or put in. The answer has to be in the
 * contract.
 */
export const wire =
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

/** What a client reads is there, and of the JSON type that it decodes. */
export const expectFields = (value: Readonly<Record<string, unknown>>, fields: Fields): void => {
  for (const [name, kind] of Object.entries(fields))
    expect(kinds[kind](value[name]), `${name} is to be a ${kind}: ${JSON.stringify(value[name])}`).to.equal(true);
};

/** The success of that status, with its body. */
export const expectStatus = (received: Received, status: number): any => {
  expect(received.status, JSON.stringify(received.body)).to.equal(status);
  return received.body;
};

/** What clients show of an error. */
export const expectShownError = (received: Received, status: number, message: RegExp): void => {
  const { reqId, message: text } = expectStatus(received, status) as { reqId: string; message: string };
  expect(reqId).to.match(/^req-[A-Za-z0-9]{14}$/);
  expect(text).to.match(message);
};

/** What every client decodes of the answer to a login. */
export const loginFields: Fields = {
  accessToken: 'string',
  expiresIn: 'integer',
  accessTokenMaxTTL: 'integer',
  tokenType: 'string',
};
