// The operations to test, and which of them are tested in parallel.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup.mjs';

const contract = () => JSON.parse(readFileSync(join(root, 'generated', 'openapi.json'), 'utf8'));

/** How much can vary in a request, which determines how many Schemathesis generates. */
const sizeOf = (document, node, depth = 0) => {
  if (typeof node !== 'object' || node === null || depth > 12) return 1;
  if (typeof node.$ref === 'string')
    return sizeOf(
      document,
      node.$ref
        .split('/')
        .slice(1)
        .reduce((at, key) => at[key], document),
      depth + 1,
    );
  return Object.values(node).reduce((sum, child) => sum + sizeOf(document, child, depth + 1), 1);
};

const isStream = ({ responses }) => responses['200']?.content?.['text/event-stream'] !== undefined;

/** The operations of the contract or of some modules, without streams, which never end (see test/secrets/events). */
export const operationsIn = (modules) => {
  const document = contract();
  const all = Object.values(document.paths).flatMap((item) =>
    Object.values(item).filter(({ operationId }) => operationId),
  );
  const wanted = all.filter(
    (operation) => !isStream(operation) && (modules.length === 0 || modules.includes(operation.tags[0])),
  );
  return wanted.map(({ operationId: id, tags: [module], requestBody, parameters }) => ({
    id,
    module,
    isVaried: requestBody !== undefined || parameters !== undefined,
    size: sizeOf(document, [requestBody, parameters]),
  }));
};

/** Splits the operations into parts of about the same work. */
export const splitByWork = (operations, parts) => {
  const groups = Array.from({ length: parts }, () => []);
  [...operations]
    .sort((one, other) => other.size - one.size || (one.id < other.id ? -1 : 1))
    .forEach((operation, index) => groups[index % parts].push(operation));
  return groups.filter((part) => part.length > 0);
};

/** Each creating operation with those that its links lead to, because Schemathesis follows links better among few. */
export const groupByLinks = (operations, links, parts) => {
  const isWanted = new Set(operations.map(({ id }) => id));
  const creators = operations.filter(({ id }) => Object.keys(links[id] ?? {}).some((user) => isWanted.has(user)));
  const groups = Array.from({ length: parts }, (_, part) =>
    creators.filter((_creator, index) => index % parts === part),
  );
  const withLinks = (group) => new Set(group.flatMap(({ id }) => [id, ...Object.keys(links[id])]));
  return groups
    .filter((group) => group.length > 0)
    .map((group) => operations.filter(({ id }) => withLinks(group).has(id)));
};
