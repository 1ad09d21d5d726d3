import { Command } from 'commander';
import { StartError } from '../../platform/errors.ts';
import type { FolderOptions } from '../folder-options.ts';
import { readDuration } from '../period.ts';
import type { ApiClient } from '../server/client.ts';
import { connect, withServer, type ConnectionOptions } from '../server/connection.ts';
import { suggestion } from '../suggest.ts';
import { asJson, shortTime, table } from '../table.ts';
import { note, requireYes } from '../terminal.ts';
import {
  findReference,
  orSuggest,
  referenceText,
  withReference,
  type Lease,
  type SecretReference,
} from './reference.ts';

interface ListOptions extends FolderOptions {
  readonly json?: true;
}

interface RenewOptions extends FolderOptions {
  readonly ttl?: number;
}

interface RevokeOptions extends FolderOptions {
  readonly force?: true;
  readonly yes?: true;
}

const readLeases = async (client: ApiClient, reference: SecretReference): Promise<readonly Lease[]> => {
  const call = { params: { dynamicSecretName: reference.name }, query: reference.place };
  return (await orSuggest(client, reference, () => client.call('listDynamicSecretLeases', call))).leases;
};

const statusOf = ({ status, statusDetails }: Lease): string =>
  status === null ? '' : `not revoked yet: ${statusDetails}`;

const list = async (text: string, options: ListOptions): Promise<void> => {
  const client = connect(options);
  const reference = await findReference(client, text, options);
  const leases = await readLeases(client, reference);
  if (options.json) return console.log(asJson(leases));
  if (leases.length === 0) return note(`${referenceText(reference)} has no leases.`);
  console.log(
    table(
      ['USER', 'CREATED', 'UNTIL', 'ID', 'STATUS'],
      leases.map((lease) => [
        lease.externalEntityId,
        shortTime(lease.createdAt),
        shortTime(lease.expireAt),
        lease.id,
        statusOf(lease),
      ]),
    ),
  );
};

/** Finds a lease by its user name or its id. */
const findLease = async (client: ApiClient, reference: SecretReference, wanted: string): Promise<Lease> => {
  const leases = await readLeases(client, reference);
  const found = leases.find(({ id, externalEntityId }) => id === wanted || externalEntityId === wanted);
  if (found) return found;
  const users = leases.map(({ externalEntityId }) => externalEntityId);
  throw new StartError(`${referenceText(reference)} has no lease ${wanted}.${suggestion(wanted, users)}`);
};

const renew = async (text: string, wanted: string, { ttl, ...options }: RenewOptions): Promise<void> => {
  const client = connect(options);
  const reference = await findReference(client, text, options);
  const { id } = await findLease(client, reference, wanted);
  const { lease } = await client.call('renewDynamicSecretLease', {
    params: { leaseId: id },
    body: { ...reference.place, ...(ttl !== undefined && { ttl: `${ttl}ms` }) },
  });
  note(`Renewed: the lease of ${lease.externalEntityId}, until ${shortTime(lease.expireAt)}`);
};

const revoke = async (text: string, wanted: string, options: RevokeOptions): Promise<void> => {
  const client = connect(options);
  const reference = await findReference(client, text, options);
  const { id, externalEntityId } = await findLease(client, reference, wanted);
  const question = options.force
    ? `Delete the lease of ${externalEntityId}, also if its credentials cannot be revoked and stay usable?`
    : `Revoke the lease of ${externalEntityId}?`;
  await requireYes(question, options);
  const { lease } = await client.call('revokeDynamicSecretLease', {
    params: { leaseId: id },
    body: { ...reference.place, isForced: options.force ?? false },
  });
  if (lease.status !== null && !options.force)
    throw new StartError(
      `The lease of ${externalEntityId} is not revoked yet: ${lease.statusDetails} The server goes on trying.`,
    );
  note(`Revoked: the lease of ${externalEntityId}`);
};

const resume = async (options: ConnectionOptions): Promise<void> => {
  const { heldSince } = await connect(options, 'of an instance administrator').call('resumeLeaseRevocations');
  note(
    heldSince === null
      ? 'Leases did not wait: the server revokes them at their end.'
      : `Leases are revoked at their end again. They had waited since ${shortTime(heldSince)}.`,
  );
};

const withLease = (command: Command): Command =>
  withReference(command).argument('<lease>', 'the user name of the lease, or its id');

export const leasesCommand = (): Command =>
  new Command('leases')
    .addCommand(
      withReference(new Command('list'))
        .description('List the leases of a dynamic secret, the oldest first.')
        .option('--json', 'print JSON')
        .addHelpText('after', '\nExample: sallyport leases list rockets:prod:/app/reporting-db')
        .action(list),
    )
    .addCommand(
      withLease(new Command('renew'))
        .description('Make a lease end later.')
        .option('--ttl <duration>', 'how much later; by default as long as the secret says', readDuration)
        .addHelpText('after', '\nExample: sallyport leases renew reporting-db k3f9Qm2xT8vLd0Wz --ttl 30m')
        .action(renew),
    )
    .addCommand(
      withLease(new Command('revoke'))
        .description('End a lease now, with its credentials.')
        .option('--force', 'delete it also if its credentials cannot be revoked')
        .option('--yes', 'do not ask')
        .addHelpText('after', '\nExample: sallyport leases revoke reporting-db k3f9Qm2xT8vLd0Wz')
        .action(revoke),
    )
    .addCommand(
      withServer(new Command('resume'))
        .description('Revoke leases at their end again, after a backup was restored.')
        .addHelpText('after', '\nExample: sallyport leases resume')
        .action(resume),
    );
