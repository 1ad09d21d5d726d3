import type { Reply } from '../../../contract.ts';
import { distinguishedName } from './rules.ts';
import type { AuthorityListItem } from './store.ts';

export const authorityView = (authority: AuthorityListItem): Reply<'getCertificateAuthority'> => ({
  id: authority.id,
  name: authority.name,
  type: 'internal',
  status: authority.status,
  projectId: authority.projectId,
  configuration: {
    type: authority.kind,
    friendlyName: authority.friendlyName,
    commonName: authority.commonName,
    organization: authority.organization,
    ou: authority.organizationalUnit,
    country: authority.country,
    province: authority.province,
    locality: authority.locality,
    dn: distinguishedName(authority),
    keyAlgorithm: authority.keyAlgorithm,
    maxPathLength: authority.maxPathLength ?? -1,
    notBefore: authority.notBefore,
    notAfter: authority.notAfter,
    parentCaId: authority.parentId,
    crlDistributionPointUrls: [...authority.crlDistributionPointUrls],
    serialNumber: authority.serialNumber,
    activeCaCertId: authority.activeCertificateId,
  },
});
