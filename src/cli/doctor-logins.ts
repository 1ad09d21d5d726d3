import type { Config } from '../config.ts';
import { Keyring } from '../platform/crypto/keys.ts';
import { peekToken } from '../platform/crypto/provider-keys.ts';
import { endOfCertificate } from '../platform/crypto/pki/pem.ts';
import { decryptLoginSecret } from '../platform/crypto/sealing.ts';
import { directoryProblem } from '../platform/ldap/open.ts';
import { ProviderHosts } from '../platform/openid/hosts.ts';
import { OutgoingClient } from '../platform/outgoing/client.ts';
import { bindingAdvice, isBound } from '../resources/identity/login-methods/binding.ts';
import type { KubernetesAuthRow } from '../resources/identity/kubernetes-auth/store.ts';
import type { LdapAuthRow } from '../resources/identity/ldap-auth/store.ts';
import type { TlsCertAuthRow } from '../resources/identity/tls-cert-auth/store.ts';
import { isAwsEndpoint } from '../resources/identity/aws-auth/signed-request.ts';
import type { AwsAuthRow } from '../resources/identity/aws-auth/store.ts';
import type { Named } from '../resources/identity/login-methods/store.ts';
import { existingRootKeys } from '../storage.ts';
import type { Stores } from '../stores.ts';
import { fromDatabase } from './doctor-database.ts';
import { ending } from './doctor-ends.ts';
import { reasonOf, wrong, type Check, type Finding } from './doctor-findings.ts';

const pageSize = 500;

/** Makes findings of all rows, page by page. */
const findingsOf = async <Row extends { readonly id: string }>(
  list: (after: string, limit: number) => Promise<Row[]>,
  check: (row: Row) => Finding[],
): Promise<Finding[]> => {
  const findings: Finding[] = [];
  for (let after = ''; ;) {
    const page = await list(after, pageSize);
    findings.push(...page.flatMap(check));
    if (page.length < pageSize) return findings;
    after = page.at(-1)!.id;
  }
};

const nameOf = (title: string, { identityName, identityId }: { identityName: string; identityId: string }): string =>
  `${title} of the identity ${JSON.stringify(identityName)} (${identityId})`;

/** OIDC auths of earlier versions that do not restrict tokens, and so refuse all logins now. */
const unbound = ({ oidcAuths }: Stores): Promise<Finding[]> =>
  findingsOf(
    (after, limit) => oidcAuths.listBindings(after, limit),
    (auth) =>
      isBound(auth)
        ? []
        : [
            wrong(
              nameOf('OIDC auth', auth),
              `It does not say whose tokens are accepted, so its logins are refused. With PATCH /api/v1/auth/oidc-auth/identities/${auth.identityId}, ${bindingAdvice}.`,
            ),
          ],
  );

/** A URL that the settings do not allow any more, so that all logins are 503. */
const notAllowed = (hosts: ProviderHosts, about: string, field: string, url: string | null): Finding[] => {
  const problem = url === null || url === '' ? undefined : hosts.problemOf(new URL(url));
  return problem === undefined ? [] : [wrong(about, `Its logins fail: ${field} ${problem}.`)];
};

/** When a token ends, if it is a JWT that says so. */
const endOf = (token: string): Date | undefined => {
  try {
    const { expiresAt } = peekToken(token);
    return typeof expiresAt === 'number' ? new Date(expiresAt * 1_000) : undefined;
  } catch {
    return undefined;
  }
};

/** The end of the token that asks the API server, with which logins end as well. */
const endOfReviewer = (keyring: Keyring, auth: Named<KubernetesAuthRow>): Finding[] => {
  if (auth.sealedSecret === null) return [];
  const end = endOf(decryptLoginSecret(keyring, auth.id, auth.sealedSecret));
  if (!end) return [];
  const advice = `Then its logins fail. With PATCH /api/v1/auth/kubernetes-auth/identities/${auth.identityId}, set tokenReviewerJwt to a new token.`;
  const finding = ending(nameOf('token of the reviewer in Kubernetes auth', auth), end, advice);
  return finding.state === 'good' ? [] : [finding];
};

/** The end of the authority whose client certificates are accepted, and whether any can arrive here. */
const ofCertificates = (config: Config, auth: Named<TlsCertAuthRow>): Finding[] => {
  const about = nameOf('TLS certificate auth', auth);
  const advice = `Then its logins fail. With PATCH /api/v1/auth/tls-cert-auth/identities/${auth.identityId}, set caCertificate to the next one.`;
  const end = ending(`authority in ${about}`, endOfCertificate(auth.caCertificate), advice);
  const hasWay = config.clientCertPort !== undefined || config.trustProxy.length > 0;
  return [
    ...(end.state === 'good' ? [] : [end]),
    ...(hasWay
      ? []
      : [
          wrong(
            about,
            'No client certificate can arrive: set CLIENT_CERT_PORT, or TRUST_PROXY to the proxy that ends TLS.',
          ),
        ]),
  ];
};

/** An endpoint of STS inside the network that the settings do not allow any more. */
const ofSts = (hosts: ProviderHosts, auth: Named<AwsAuthRow>): Finding[] =>
  isAwsEndpoint(auth.stsEndpoint) ? [] : notAllowed(hosts, nameOf('AWS auth', auth), 'stsEndpoint', auth.stsEndpoint);

/** A directory that the settings do not allow any more, or the end of the authority of its certificate. */
const ofDirectory = (outgoing: OutgoingClient, auth: Named<LdapAuthRow>): Finding[] => {
  const about = nameOf('LDAP auth', auth);
  const problem = directoryProblem(outgoing, auth);
  const advice = `Then its logins fail. With PATCH /api/v1/auth/ldap-auth/identities/${auth.identityId}, set ldapCaCertificate to the next one, and bindPass.`;
  const end =
    auth.ldapCaCertificate === ''
      ? undefined
      : ending(`authority in ${about}`, endOfCertificate(auth.ldapCaCertificate), advice);
  return [
    ...(problem === undefined ? [] : [wrong(about, `Its logins fail: url ${problem}.`)]),
    ...(end === undefined || end.state === 'good' ? [] : [end]),
  ];
};

const unusable = async (
  config: Config,
  { awsAuths, azureAuths, gcpAuths, jwtAuths, kubernetesAuths, ldapAuths, tlsCertAuths }: Stores,
): Promise<Finding[]> => {
  const hosts = new ProviderHosts(config.allowHosts);
  const outgoing = new OutgoingClient(config.allowHosts);
  const keySets = new ProviderHosts([...config.allowHosts, ...config.oidcAllowHosts]);
  const [first, ...others] = existingRootKeys(config);
  const keyring = first && new Keyring([first, ...others]);
  return [
    ...(await findingsOf(
      (after, limit) => jwtAuths.list(after, limit),
      (auth) => notAllowed(keySets, nameOf('JWT auth', auth), 'jwksUrl', auth.jwksUrl),
    )),
    ...(await findingsOf(
      (after, limit) => kubernetesAuths.list(after, limit),
      (auth) => [
        ...(auth.tokenReviewMode === 'api'
          ? notAllowed(hosts, nameOf('Kubernetes auth', auth), 'kubernetesHost', auth.kubernetesHost)
          : notAllowed(keySets, nameOf('Kubernetes auth', auth), 'jwksUrl', auth.jwksUrl)),
        ...(keyring ? endOfReviewer(keyring, auth) : []),
      ],
    )),
    ...(await findingsOf(
      (after, limit) => awsAuths.list(after, limit),
      (auth) => ofSts(hosts, auth),
    )),
    ...(await findingsOf(
      (after, limit) => azureAuths.list(after, limit),
      (auth) => notAllowed(keySets, nameOf('Azure auth', auth), 'AZURE_LOGIN_URL', config.azureLoginUrl),
    )),
    ...(await findingsOf(
      (after, limit) => gcpAuths.list(after, limit),
      (auth) => notAllowed(keySets, nameOf('GCP auth', auth), 'GCP_KEYS_URL', config.gcpKeysUrl),
    )),
    ...(await findingsOf(
      (after, limit) => ldapAuths.list(after, limit),
      (auth) => ofDirectory(outgoing, auth),
    )),
    ...(await findingsOf(
      (after, limit) => tlsCertAuths.list(after, limit),
      (auth) => ofCertificates(config, auth),
    )),
  ];
};

/** Checks the logins of machine identities that something else vouches for. */
export const logins: Check = async (config) => {
  try {
    const findings = await fromDatabase(config, async (stores) => [
      ...(await unbound(stores)),
      ...(await unusable(config, stores)),
    ]);
    return findings ?? [];
  } catch (error) {
    return [wrong('logins of machine identities', reasonOf(error))];
  }
};
