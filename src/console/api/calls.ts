import type { Client, FetchResponse, MaybeOptionalInit } from 'openapi-fetch';
import type { MediaType, PathsWithMethod, RequiredKeysOf } from 'openapi-typescript-helpers';
import type { paths } from '../../../generated/api.d.ts';
import { dataOf } from './errors.ts';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

type Data<Path extends keyof paths, M extends Method, Init> = Required<
  FetchResponse<NonNullable<paths[Path][M]>, Init, MediaType>
>['data'];

/** Calls an operation; returns the data of the response, or throws its error. */
type Call<M extends Method> = <Path extends PathsWithMethod<paths, M>, Init extends MaybeOptionalInit<paths[Path], M>>(
  path: Path,
  ...init: RequiredKeysOf<Init> extends never ? [(Init & Record<string, unknown>)?] : [Init & Record<string, unknown>]
) => Promise<Data<Path, M, Init>>;

/** The operations of the contract. */
export type Calls = { readonly [M in Method as Uppercase<M>]: Call<M> };

type AnyCall = (path: unknown, init: unknown) => Promise<{ data?: unknown; error?: unknown }>;

const callWith =
  (send: unknown) =>
  async (path: unknown, init?: unknown): Promise<unknown> =>
    dataOf(await (send as AnyCall)(path, init));

/** The calls of a client, whose data is returned and whose errors are thrown. */
export const callsOf = ({ GET, POST, PUT, PATCH, DELETE }: Client<paths>): Calls =>
  Object.fromEntries(
    Object.entries({ GET, POST, PUT, PATCH, DELETE }).map(([method, send]) => [method, callWith(send)]),
  ) as unknown as Calls;
