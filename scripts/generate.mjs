// openapi/ -> generated/: the bundle that is served, its types, the table of operations, and that of rules.
// With a folder as argument, writes there instead (the drift check does).
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { assemble, methods } from './assemble.mjs';
import { exampleComposer } from './examples.mjs';
import { organizationSourceOf, permissionProblems, projectSourceOf } from './permissions.mjs';
import { ruleTable } from './rule-table.mjs';
import { hashOf, root, run } from './setup.mjs';

const target = resolve(process.argv[2] ?? join(root, 'generated'));
const extensions = [
  'x-permission',
  'x-actors',
  'x-organization',
  'x-account',
  'x-second-factor',
  'x-rate-limit',
  'x-recent-sign-in',
  'x-reads',
  'x-one-object',
  'x-audit',
  'x-change-request',
];

/** The contract as one document, and the file of each path. */
const bundle = () => {
  const scratch = mkdtempSync(join(tmpdir(), 'sallyport-bundle-'));
  try {
    const modules = assemble(scratch);
    const file = join(scratch, 'openapi.json');
    const redocly = join(root, 'node_modules', '@redocly', 'cli', 'bin', 'cli.js');
    run(process.execPath, [redocly, 'bundle', join(scratch, 'openapi.yaml'), '--output', file], { isQuiet: true });
    return { text: readFileSync(file, 'utf8'), modules };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
};

/** The actors that may call the operation; service tokens only if their security scheme is listed. */
const actorsOf = ({ security = [{ bearer: [] }], 'x-actors': named = ['user', 'identity'] }) => {
  const schemes = security.flatMap((scheme) => Object.keys(scheme));
  if (!schemes.includes('serviceToken')) return named;
  return schemes.includes('bearer') ? [...named, 'service'] : ['service'];
};

/** Whether no access token is needed; the handler of an operation with one of these schemes checks it itself. */
const isPublic = ({ security }) =>
  security?.every((scheme) => 'refreshCookie' in scheme || 'recovery' in scheme) ?? false;

/** The status of success: 200, or 302 for what only leads a browser elsewhere. */
const successOf = ({ responses = {} }) => {
  const statuses = Object.keys(responses).filter((status) => status.startsWith('2'));
  if (statuses.length === 0 && '302' in responses) return 302;
  return statuses.join() === '200' ? 200 : undefined;
};

/** Whether the operation is about the caller's own account, rather than about what a role allows. */
const isAboutAccount = (operation) => {
  const { none, by } = operation['x-permission'] ?? {};
  const actors = actorsOf(operation);
  return none !== undefined && by === undefined && !isPublic(operation) && isForPeople(actors);
};

const isForPeople = (actors) => actors.every((actor) => ['user', 'mfa'].includes(actor));

/** Checks of an operation that the linter does not have. */
const problemsOf = (operation) => {
  const problems = [];
  if (!operation.operationId) problems.push('has no operationId');
  if (!successOf(operation)) problems.push('must have a 200 response and no other 2xx response, or only a 302');
  if (
    operation['x-actors'] &&
    operation['x-actors'].some((actor) => !['user', 'identity', 'invitee', 'mfa'].includes(actor))
  )
    problems.push('x-actors may list user, identity, invitee and mfa');
  for (const [actor, required] of Object.entries({ invitee: 'signup', mfa: 'mfa' })) {
    const isListed = operation['x-actors']?.includes(actor) ?? false;
    if (isListed !== (operation.security?.some((scheme) => required in scheme) ?? false))
      problems.push(`x-actors: [${actor}] requires security: [{ ${required}: [] }], and vice versa`);
  }
  const account = operation['x-account'];
  if (account === undefined ? isAboutAccount(operation) : !['session', 'owner', 'sole'].includes(account))
    problems.push('is about the account of its caller: x-account must be session, owner or sole');
  if (operation['x-second-factor'] && operation['x-second-factor'] !== 'later')
    problems.push('x-second-factor may be later, or absent');
  if (operation['x-organization'] && operation['x-organization'] !== 'optional')
    problems.push('x-organization may be optional, or absent');
  if (operation['x-rate-limit'] && operation['x-rate-limit'] !== 'login')
    problems.push('x-rate-limit may be login, or absent');
  if ('x-recent-sign-in' in operation && operation['x-recent-sign-in'] !== true)
    problems.push('x-recent-sign-in may be true, or absent');
  if (operation['x-recent-sign-in'] && !actorsOf(operation).includes('user'))
    problems.push('x-recent-sign-in is only for operations of users');
  if ('x-reads' in operation && operation['x-reads'] !== true) problems.push('x-reads may be true, or absent');
  if ('x-one-object' in operation && operation['x-one-object'] !== true)
    problems.push('x-one-object may be true, or absent');
  if ('x-change-request' in operation && operation['x-change-request'] !== true)
    problems.push('x-change-request may be true, or absent');
  if (operation['x-audit'] !== undefined && !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(operation['x-audit']))
    problems.push('x-audit must be the name of an event, such as create-identity');
  for (const key of Object.keys(operation).filter((name) => name.startsWith('x-') && !extensions.includes(name)))
    problems.push(`has an unknown extension ${key}`);
  return problems;
};

/** Makes parameters with a default required, because handlers get requests with their defaults. */
const withRequiredDefaults = (document) => {
  const copy = structuredClone(document);
  const items = Object.values(copy.paths);
  const operations = items.flatMap((item) => methods.flatMap((method) => item[method] ?? []));
  const parameters = [...items, ...operations].flatMap((part) => part.parameters ?? []);
  for (const parameter of [...parameters, ...Object.values(copy.components.parameters ?? {})]) {
    if (parameter.schema?.default !== undefined) parameter.required = true;
  }
  return copy;
};

/** The content of the 200 response, which several operations may share. */
const contentOf = (document, { responses }) => {
  const { $ref, content } = responses?.['200'] ?? {};
  return ($ref ? document.components.responses[$ref.split('/').at(-1)].content : content) ?? {};
};

const { text, modules } = bundle();
const document = JSON.parse(text);
const problems = [];

/**
 * Copies a shared response without headers into the operation, because client generators name the type of a response
 * after its operation.
 */
const inlineSharedResponse = (operation) => {
  const name = operation.responses?.['200']?.$ref?.split('/').at(-1);
  const shared = sharedResponses[name];
  if (!shared || shared.headers) return;
  operation.responses['200'] = structuredClone(shared);
  delete document.components.responses[name];
};
const sharedResponses = { ...document.components.responses };

/** Adds an example to a response without one, composed from its properties. */
const addExample = (operation) => {
  const json = contentOf(document, operation)['application/json'];
  if (!json || 'example' in json) return;
  const compose = exampleComposer(document, (at) =>
    problems.push(`${operation.operationId} returns ${at}, which needs an example`),
  );
  json.example = compose(json.schema, []);
};
const operations = {};

for (const [path, item] of Object.entries(document.paths)) {
  for (const method of methods.filter((name) => item[name])) {
    const operation = item[method];
    inlineSharedResponse(operation);
    addExample(operation);
    const found = [...problemsOf(operation), ...permissionProblems(document, item, operation)];
    problems.push(...found.map((problem) => `${method.toUpperCase()} ${path} ${problem}`));
    operations[operation.operationId] = {
      method: method.toUpperCase(),
      path,
      status: successOf(operation),
      area: modules.get(path).area,
      module: modules.get(path).module,
      isPublic: isPublic(operation),
      permission: operation['x-permission'],
      projectIn: projectSourceOf(document, item, operation),
      organizationIn: organizationSourceOf(document, item, operation),
      actors: actorsOf(operation),
      needsOrganization: operation['x-organization'] !== 'optional',
      account: operation['x-account'] ?? null,
      isBeforeSecondFactor: operation['x-second-factor'] === 'later',
      bodyTypes: Object.keys(operation.requestBody?.content ?? {}),
      responseType: Object.keys(contentOf(document, operation))[0] ?? '',
      rateLimit: operation['x-rate-limit'] ?? null,
      recentSignIn: operation['x-recent-sign-in'] ?? false,
      isReading: !isPublic(operation) && (method === 'get' || (operation['x-reads'] ?? false)),
      isOneObject: operation['x-one-object'] ?? false,
      mayBeRequested: operation['x-change-request'] ?? false,
      audit: operation['x-audit'] ?? null,
    };
  }
}

if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}

const ids = Object.keys(operations).sort();
const union = (names) => names.map((name) => `\n  | '${name}'`).join('');

const table = `// Generated from openapi/, never edited. Contract: ${hashOf('openapi')}

/** A value of a request, such as the id of its project. */
export interface ValueSource {
  readonly part: 'params' | 'query' | 'body';
  readonly name: string;
}

/** A permission is \`subject:action\`. On a row, the module checks it; otherwise it is checked before the handler runs. */
export type Permission =
  | { readonly none: string; readonly by?: string; readonly more?: string }
  | { readonly instance: 'admin' }
  | { readonly organization: string; readonly or?: readonly string[]; readonly on?: 'row' }
  | { readonly project: string; readonly or?: readonly string[]; readonly by?: string; readonly on?: 'row' };

export interface Operation {
  readonly method: ${methods.map((method) => `'${method.toUpperCase()}'`).join(' | ')};
  readonly path: string;
  readonly status: number;
  readonly area: string;
  readonly module: string;
  readonly isPublic: boolean;
  readonly permission: Permission;
  /** Where the request names the project, if it does. */
  readonly projectIn: ValueSource | null;
  /** Where the request names the caller's organization, if it does. */
  readonly organizationIn: ValueSource | null;
  readonly actors: readonly ('user' | 'identity' | 'service' | 'invitee' | 'mfa')[];
  readonly needsOrganization: boolean;
  /** What a session that a provider opened may do with the account of its user; null if it is not about that. */
  readonly account: 'session' | 'owner' | 'sole' | null;
  /** Whether a session may call it that has not shown the second factor it needs. */
  readonly isBeforeSecondFactor: boolean;
  readonly bodyTypes: readonly string[];
  /** The media type of its 200 response; empty if it has none. */
  readonly responseType: string;
  readonly rateLimit: 'login' | null;
  /** Whether a user needs a sign-in within the last ten minutes. */
  readonly recentSignIn: boolean;
  /** Whether it only reads, and its response is of one moment. */
  readonly isReading: boolean;
  /** Whether its response shows one object, and asks for a snapshot before it reads more. */
  readonly isOneObject: boolean;
  /** Whether its response may be a request for the change, which a policy holds back. */
  readonly mayBeRequested: boolean;
  /** The type of its audit log entry. */
  readonly audit: string | null;
}

export type OperationId =${union(ids)};

export type PublicOperationId =${union(ids.filter((id) => operations[id].isPublic))};

export type InviteeOperationId =${union(ids.filter((id) => operations[id].actors.includes('invitee')))};

/** The operations whose handlers get the project. */
export type ProjectOperationId =${union(ids.filter((id) => operations[id].projectIn))};

export const operations: Readonly<Record<OperationId, Operation>> = ${JSON.stringify(Object.fromEntries(ids.map((id) => [id, operations[id]])), null, 2)};
`;
const types = `// Generated from openapi/, never edited.\n${astToString(await openapiTypescript(withRequiredDefaults(document)))}`;

// Written at the end, and the table with the hash last, so that a failure leaves the old files unchanged.
mkdirSync(target, { recursive: true });
writeFileSync(join(target, 'openapi.json'), JSON.stringify(document, null, 2));
writeFileSync(join(target, 'api.d.ts'), types);
writeFileSync(join(target, 'rules.ts'), ruleTable(document));
writeFileSync(join(target, 'operations.ts'), table);
