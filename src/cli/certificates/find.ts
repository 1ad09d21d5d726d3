import type { Reply } from '../../contract.ts';
import { StartError } from '../../platform/errors.ts';
import { uuid, type ApiClient } from '../server/client.ts';
import type { Project } from '../server/project.ts';
import { shortTime, table } from '../table.ts';

export type Certificate = Reply<'listCertificates'>['certificates'][number];

interface Filter {
  readonly status?: string | undefined;
  readonly search?: string | undefined;
  readonly commonName?: string;
  readonly serialNumber?: string;
}

const pageSize = 100;
const maxNameLength = 64;

/** The certificates of the project that match. */
export const listCertificates = async (
  client: ApiClient,
  { id: projectId }: Project,
  filter: Filter,
): Promise<Certificate[]> => {
  const found: Certificate[] = [];
  for (;;) {
    const query = { ...filter, projectId, offset: found.length, limit: pageSize };
    const { certificates, totalCount } = await client.call('listCertificates', { query });
    found.push(...certificates);
    if (certificates.length === 0 || found.length >= totalCount) return found;
  }
};

export const certificateTable = (certificates: readonly Certificate[]): string =>
  table(
    ['NAME', 'STATUS', 'UNTIL', 'SERIAL NUMBER', 'ID'],
    certificates.map(({ commonName, status, notAfter, serialNumber, id }) => [
      commonName,
      status,
      shortTime(notAfter),
      serialNumber,
      id,
    ]),
  );

export const certificateArgument = 'its name if only one of that name is valid, otherwise its id or serial number';

/** Finds a certificate by its id or serial number, or by the name of a single one that is valid. */
export const findCertificate = async (client: ApiClient, project: Project, wanted: string): Promise<Certificate> => {
  if (uuid.test(wanted)) {
    const { certificate } = await client.call('getCertificate', { params: { id: wanted } });
    if (certificate.projectId === project.id) return certificate;
  } else if (wanted.length <= maxNameLength) {
    const [bySerialNumber] = await listCertificates(client, project, { serialNumber: wanted });
    if (bySerialNumber) return bySerialNumber;
    const similar = await listCertificates(client, project, { commonName: wanted, status: 'active' });
    const [found, ...others] = similar.filter(({ commonName }) => commonName === wanted);
    if (others.length > 0)
      throw new StartError(`There are several of that name. Give the id:\n${certificateTable([found!, ...others])}`);
    if (found) return found;
  }
  throw new StartError(
    `${project.slug} has no valid certificate ${wanted}. To see which there are: sallyport certificates list`,
  );
};
