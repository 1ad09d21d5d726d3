import type { Option } from 'commander';
import type { OperationId } from '../../../generated/operations.ts';
import { UsageError } from '../usage.ts';
import {
  caFileOption,
  fileIfGiven,
  option,
  pairOption,
  readFile,
  repeatableOption,
  required,
  tokenOptions,
  type MethodOptions,
} from './auth-options.ts';

/** A way for machine identities to log in. */
export interface Method {
  readonly title: string;
  readonly description: string;
  readonly operation: Extract<OperationId, `attach${string}Auth`>;
  readonly options: readonly Option[];
  /** What follows its name in the example. */
  readonly example: string;
  /** The settings for the server. */
  readonly bodyOf: (options: MethodOptions) => Readonly<Record<string, unknown>>;
}

export const methods: Readonly<Record<string, Method>> = {
  oidc: {
    title: 'OIDC auth',
    description: 'Log in with the token of an OpenID provider, such as that of a CI job.',
    operation: 'attachOidcAuth',
    options: [
      required('--issuer <url>', 'the provider, as `iss` in its tokens'),
      option('--discovery-url <url>', 'the address of its configuration, if that is not the issuer'),
      ...tokenOptions,
      pairOption('--keep-claim <name=claim>', 'a claim that rules can refer to, by this name'),
      caFileOption,
    ],
    example:
      "ci --issuer https://token.actions.githubusercontent.com --subject 'repo:acme/rockets:*' --claim ref=refs/heads/main",
    bodyOf: ({ issuer, discoveryUrl, audience, subject, claim, keepClaim, caFile }) => ({
      oidcDiscoveryUrl: discoveryUrl ?? issuer,
      boundIssuer: issuer,
      boundAudiences: audience,
      boundSubject: subject,
      boundClaims: claim ?? {},
      claimMetadataMapping: keepClaim,
      caCert: fileIfGiven(caFile),
    }),
  },
  jwt: {
    title: 'JWT auth',
    description: 'Log in with a token that one of the given keys signed.',
    operation: 'attachJwtAuth',
    options: [
      option('--jwks-url <url>', 'the address of the key set'),
      repeatableOption('--public-key <file>', 'a file with a public key or certificate in PEM, instead of a key set'),
      option('--issuer <text>', 'what `iss` has to be'),
      ...tokenOptions,
      caFileOption,
    ],
    example:
      "builder --jwks-url https://ci.example.com/jwks --issuer https://ci.example.com --subject 'project:rockets:*'",
    bodyOf: ({ jwksUrl, publicKey, issuer, audience, subject, claim, caFile }) => {
      if ((jwksUrl === undefined) === (publicKey === undefined))
        throw new UsageError('Give either --jwks-url or --public-key.');
      return {
        configurationType: jwksUrl === undefined ? 'static' : 'jwks',
        jwksUrl,
        publicKeys: publicKey?.map(readFile),
        boundIssuer: issuer,
        boundAudiences: audience,
        boundSubject: subject,
        boundClaims: claim ?? {},
        jwksCaCert: fileIfGiven(caFile),
      };
    },
  },
  kubernetes: {
    title: 'Kubernetes auth',
    description: 'Log in with the token of a service account.',
    operation: 'attachKubernetesAuth',
    options: [
      option('--host <url>', 'the API server, which is asked about tokens'),
      option('--reviewer-token-file <file>', 'the token with which it is asked; by default that of the login'),
      option('--jwks-file <file>', 'the keys of the cluster, which decide instead of the API server'),
      option('--jwks-url <url>', 'the address of these keys'),
      option('--issuer <text>', 'with keys: what `iss` has to be'),
      option('--namespaces <list>', 'the namespaces of the service accounts, separated by commas; * is any text'),
      option('--service-accounts <list>', 'the names of the service accounts, in the same way'),
      option('--audience <audience>', 'whom tokens have to be for'),
      caFileOption,
    ],
    example: 'payments --host https://10.0.0.1:6443 --ca-file ca.pem --namespaces payments',
    bodyOf: ({ host, reviewerTokenFile, jwksFile, jwksUrl, issuer, namespaces, serviceAccounts, ...rest }) => ({
      kubernetesHost: host ?? null,
      tokenReviewMode: jwksFile === undefined && jwksUrl === undefined ? 'api' : 'jwks',
      tokenReviewerJwt: fileIfGiven(reviewerTokenFile)?.trim(),
      jwks: fileIfGiven(jwksFile),
      jwksUrl,
      issuer,
      allowedNamespaces: namespaces ?? '',
      allowedNames: serviceAccounts ?? '',
      allowedAudience: rest.audience ?? '',
      caCert: fileIfGiven(rest.caFile),
    }),
  },
  aws: {
    title: 'AWS auth',
    description: 'Log in as a role or user of AWS.',
    operation: 'attachAwsAuth',
    options: [
      option('--principals <list>', 'the ARNs of roles and users, separated by commas; * is any text'),
      option('--accounts <list>', 'the ids of accounts, everybody in which may log in'),
    ],
    example: 'on-aws --principals arn:aws:iam::123456789012:role/build',
    bodyOf: ({ principals, accounts }) => ({
      allowedPrincipalArns: principals,
      allowedAccountIds: accounts,
    }),
  },
  azure: {
    title: 'Azure auth',
    description: 'Log in as a managed identity or a service principal of Azure.',
    operation: 'attachAzureAuth',
    options: [
      required('--tenant <id>', 'the id of the tenant'),
      option('--resource <url>', 'whom tokens have to be for').default('https://management.azure.com/'),
      required('--service-principals <list>', 'the object ids of those who may, separated by commas'),
    ],
    example:
      'on-azure --tenant 72f988bf-86f1-41af-91ab-2d7cd011db47 --service-principals 2dc0b0a5-6b7c-4e3a-9a63-3f0f1a2b4c5d',
    bodyOf: ({ tenant, resource, servicePrincipals }) => ({
      tenantId: tenant,
      resource,
      allowedServicePrincipalIds: servicePrincipals,
    }),
  },
  gcp: {
    title: 'GCP auth',
    description: 'Log in as an instance or a service account of Google Cloud.',
    operation: 'attachGcpAuth',
    options: [
      option('--type <type>', 'tokens of instances, or signed for a service account')
        .choices(['gce', 'iam'])
        .default('gce'),
      option('--service-accounts <list>', 'the e-mail addresses of service accounts, separated by commas'),
      option('--gcp-projects <list>', 'the projects of instances'),
      option('--zones <list>', 'the zones of instances'),
    ],
    example: 'on-google --service-accounts build@acme.iam.gserviceaccount.com',
    bodyOf: ({ type, serviceAccounts, gcpProjects, zones }) => ({
      type,
      allowedServiceAccounts: serviceAccounts,
      allowedProjects: gcpProjects,
      allowedZones: zones,
    }),
  },
  'tls-cert': {
    title: 'TLS certificate auth',
    description: 'Log in with a client certificate of an authority.',
    operation: 'attachTlsCertAuth',
    options: [
      required('--ca-file <file>', 'the certificate of the authority, in PEM'),
      option('--common-names <list>', 'the common names of certificates, separated by commas; without any name, all'),
      repeatableOption('--alt-name <name>', 'a DNS:, IP:, EMAIL: or URI: name, one of which certificates have to have'),
      option('--chain', 'also certificates of authorities below it, whose certificates the client presents'),
    ],
    example: 'builders --ca-file ca.pem --common-names build-1,build-2',
    bodyOf: ({ caFile, commonNames, altName, chain }) => ({
      caCertificate: readFile(caFile!),
      allowedCommonNames: commonNames ?? null,
      allowedSubjectAltNames: altName ?? null,
      verifyClientCertificateChain: chain ?? false,
    }),
  },
  token: {
    title: 'token auth',
    description: 'Use tokens that sallyport identity token creates.',
    operation: 'attachTokenAuth',
    options: [],
    example: 'web --token-ttl 30d',
    bodyOf: () => ({}),
  },
};
