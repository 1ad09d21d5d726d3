import { Command } from 'commander';
import { setTimeout } from 'node:timers/promises';
import type { Reply } from '../../contract.ts';
import type { FolderOptions } from '../folder-options.ts';
import { readDuration } from '../period.ts';
import { Program } from '../run/program.ts';
import type { Variables } from '../run/variables.ts';
import { RefusedByServer, type ApiClient } from '../server/client.ts';
import { connect } from '../server/connection.ts';
import { note } from '../terminal.ts';
import { findReference, orSuggest, withReference, type Lease, type SecretReference } from './reference.ts';
import { keepRenewed } from './renewal.ts';

interface Options extends FolderOptions {
  readonly ttl?: number;
  readonly principals?: string;
  readonly namespace?: string;
}

type NewLease = Reply<'createDynamicSecretLease'>;

/** How long the server may take to renew or revoke. */
const timeoutMs = 60_000;
/** Timers cannot be longer than 24 days. */
const longestTimerMs = 86_400_000;

const ttlText = (milliseconds: number): string => `${Math.floor(milliseconds)}ms`;

const create = (
  client: ApiClient,
  reference: SecretReference,
  { ttl, principals, namespace }: Options,
): Promise<NewLease> => {
  const config = {
    ...(principals !== undefined && { principals: principals.split(',').map((name) => name.trim()) }),
    ...(namespace !== undefined && { namespace }),
  };
  const body = {
    ...reference.place,
    dynamicSecretName: reference.name,
    config,
    ...(ttl !== undefined && { ttl: ttlText(ttl) }),
  };
  return orSuggest(client, reference, () => client.call('createDynamicSecretLease', { body }));
};

/** What is no text is JSON. */
const variablesOf = (data: NewLease['data']): Variables =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );

const wait = async (milliseconds: number, signal: AbortSignal): Promise<void> => {
  for (let rest = milliseconds; rest > 0; rest -= longestTimerMs)
    await setTimeout(Math.min(rest, longestTimerMs), undefined, { signal });
};

const renewWhile = async (
  client: ApiClient,
  { place }: SecretReference,
  { lease, dynamicSecret }: NewLease,
  signal: AbortSignal,
): Promise<void> => {
  const renew = async (milliseconds: number): Promise<Lease> => {
    const call = {
      params: { leaseId: lease.id },
      body: { ...place, ttl: ttlText(milliseconds) },
      signal: AbortSignal.timeout(timeoutMs),
    };
    return (await client.call('renewDynamicSecretLease', call)).lease;
  };
  const pause = (milliseconds: number): Promise<void> => wait(milliseconds, signal);
  await keepRenewed(lease, dynamicSecret, { renew, pause, report: note }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
};

/** Revokes the lease, and says so if it may still be used. */
const revoke = async (
  client: ApiClient,
  { place }: SecretReference,
  { id, externalEntityId }: Lease,
): Promise<void> => {
  try {
    const call = { params: { leaseId: id }, body: { ...place }, signal: AbortSignal.timeout(timeoutMs) };
    const { lease } = await client.call('revokeDynamicSecretLease', call);
    if (lease.status !== null)
      note(`The lease of ${externalEntityId} is not revoked yet: ${lease.statusDetails} The server goes on trying.`);
  } catch (error) {
    if (error instanceof RefusedByServer && error.status === 404) return;
    note(`${(error as Error).message} The lease of ${externalEntityId} is not revoked; it ends by itself.`);
  }
};

const lease = async (text: string, file: string, args: readonly string[], options: Options): Promise<void> => {
  const client = connect(options);
  const reference = await findReference(client, text, options);
  // Before there is a lease: a signal ends the program from then on, and the lease after it.
  const program = new Program([file, ...args], { hasOwnGroup: false });
  const created = await create(client, reference, options);
  const ending = new AbortController();
  program.start(variablesOf(created.data));
  const renewing = renewWhile(client, reference, created, ending.signal);
  process.exitCode = await program.ended;
  ending.abort();
  await renewing;
  await revoke(client, reference, created.lease);
};

export const leaseCommand = (): Command =>
  withReference(new Command('lease'))
    .argument('<program>', 'the program to run')
    .argument('[args...]', 'its arguments')
    .option(
      '--ttl <duration>',
      'how long the lease is, and what it is renewed by; by default that of the secret',
      readDuration,
    )
    .option('--principals <names>', 'for SSH: the names that the certificate contains, with commas between them')
    .option('--namespace <name>', 'for providers with namespaces: the one to use')
    .addHelpText('after', '\nExample: sallyport lease rockets:prod:/app/reporting-db --ttl 1h -- node report.js')
    .action(lease);
