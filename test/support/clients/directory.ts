import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import {
  AddRequest,
  BerReader,
  BerWriter,
  BindRequest,
  DeleteRequest,
  ExtendedRequest,
  ModifyRequest,
  ProtocolOperation,
  SearchRequest,
} from 'ldapts';
import content from '../fixtures/directory.json' with { type: 'json' };
import { newCertificate } from '../fixtures/tls-certificates.ts';

export { content as directory };

type Attributes = Readonly<Record<string, readonly string[]>>;
type Writing = (writer: BerWriter) => void;

const codes = {
  success: 0,
  sizeLimit: 4,
  referral: 10,
  noSuchAttribute: 16,
  noSuchObject: 32,
  invalid: 49,
  access: 50,
  unwilling: 53,
  exists: 68,
};

/** One message of a response. */
export const message = (id: number, operation: number, write: Writing): Buffer => {
  const writer = new BerWriter();
  writer.startSequence();
  writer.writeInt(id);
  writer.startSequence(operation);
  write(writer);
  writer.endSequence();
  writer.endSequence();
  return writer.buffer;
};

const result =
  (
    code: number,
    { matched = '', text = '', refer }: { matched?: string; text?: string; refer?: string } = {},
  ): Writing =>
  (writer) => {
    writer.writeEnumeration(code);
    writer.writeString(matched);
    writer.writeString(text);
    if (refer === undefined) return;
    writer.startSequence(0xa3);
    writer.writeString(refer);
    writer.endSequence();
  };

export const entryMessage = (id: number, dn: string, attributes: Attributes): Buffer =>
  message(id, ProtocolOperation.LDAP_RES_SEARCH_ENTRY, (writer) => {
    writer.writeString(dn);
    writer.startSequence();
    for (const [name, values] of Object.entries(attributes)) {
      writer.startSequence();
      writer.writeString(name);
      writer.startSequence(ProtocolOperation.LBER_SET);
      for (const value of values) writer.writeString(value);
      writer.endSequence();
      writer.endSequence();
    }
    writer.endSequence();
  });

export const bindResponse = (id: number, code: number, text = ''): Buffer =>
  message(id, ProtocolOperation.LDAP_RES_BIND, result(code, { text }));

export const searchEnd = (id: number, code: number): Buffer =>
  message(id, ProtocolOperation.LDAP_RES_SEARCH, result(code));

/** What a connection has done so far. */
interface Session {
  isBound: boolean;
}

type ChangeRequest = AddRequest | ModifyRequest | DeleteRequest;
type DirectoryRequest = BindRequest | SearchRequest | ExtendedRequest | ChangeRequest;

const newRequest = (operation: number | null, messageId: number): DirectoryRequest => {
  if (operation === ProtocolOperation.LDAP_REQ_BIND) return new BindRequest({ messageId });
  if (operation === ProtocolOperation.LDAP_REQ_SEARCH)
    return new SearchRequest({ messageId, filter: undefined as never });
  if (operation === ProtocolOperation.LDAP_REQ_ADD) return new AddRequest({ messageId, dn: '' });
  if (operation === ProtocolOperation.LDAP_REQ_MODIFY) return new ModifyRequest({ messageId });
  if (operation === ProtocolOperation.LDAP_REQ_DELETE) return new DeleteRequest({ messageId });
  return new ExtendedRequest({ messageId });
};

/** Responds instead of the directory; undefined for the usual response. */
export type Override = (request: DirectoryRequest, socket: Socket) => Buffer | 'nothing' | undefined;

const accounts = [content.reader, ...content.entries];
const elsewhere = `ldap://127.0.0.1:1/${content.machines}??sub`;

/** Entries that were added, with the values of their attributes by name. */
export type AddedEntries = Map<string, Map<string, string[]>>;

const codeOfChange = (added: AddedEntries, request: ChangeRequest): number => {
  const { dn } = request;
  if (request instanceof AddRequest) {
    if (added.has(dn)) return codes.exists;
    added.set(dn, new Map(request.attributes.map(({ type, values }) => [type, values.map(String)])));
    return codes.success;
  }
  const entry = added.get(dn);
  if (!entry) return codes.noSuchObject;
  if (request instanceof DeleteRequest) return added.delete(dn) ? codes.success : codes.noSuchObject;
  for (const { operation, modification } of request.changes) {
    const values = modification.values.map(String);
    const present = entry.get(modification.type) ?? [];
    if (operation === 'delete' && !values.every((value) => present.includes(value))) return codes.noSuchAttribute;
    const kept = operation === 'replace' ? [] : present.filter((value) => !values.includes(value));
    entry.set(modification.type, operation === 'delete' ? kept : [...kept, ...values]);
  }
  return codes.success;
};

const change = ({ isBound }: Session, added: AddedEntries, request: ChangeRequest): Buffer => {
  const operation =
    request instanceof AddRequest
      ? ProtocolOperation.LDAP_RES_ADD
      : request instanceof DeleteRequest
        ? ProtocolOperation.LDAP_RES_DELETE
        : ProtocolOperation.LDAP_RES_MODIFY;
  return message(request.messageId, operation, result(isBound ? codeOfChange(added, request) : codes.access));
};

/** A password as Active Directory stores it, read as text like all values here. */
const unicodeText = (password: string): string => Buffer.from(`"${password}"`, 'utf16le').toString();

const bind = (session: Session, added: AddedEntries, { messageId, dn, password }: BindRequest): Buffer => {
  if (password === '' && dn !== '')
    return bindResponse(messageId, codes.unwilling, 'unauthenticated bind (DN with no password) disallowed');
  const isAccount = accounts.some((account) => account.dn === dn && account.password === password);
  const isOf = (attribute: string, value: string) => added.get(dn)?.get(attribute)?.includes(value) ?? false;
  session.isBound = isAccount || isOf('userPassword', password) || isOf('unicodePwd', unicodeText(password));
  // Without a name, everybody is accepted.
  return bindResponse(messageId, session.isBound || dn === '' ? codes.success : codes.invalid);
};

const search = ({ isBound }: Session, request: SearchRequest): Buffer => {
  const { messageId, baseDN, filter, attributes: asked, sizeLimit } = request;
  const end = (...args: Parameters<typeof result>): Buffer =>
    message(messageId, ProtocolOperation.LDAP_RES_SEARCH, result(...args));
  if (!isBound) return end(codes.access);
  if (baseDN === content.elsewhere) return end(codes.referral, { matched: baseDN, refer: elsewhere });
  const known = [content.base, content.machines, ...content.entries.map(({ dn }) => dn)];
  if (!known.includes(baseDN)) return end(codes.noSuchObject, { matched: content.base });
  const found = content.entries.filter(
    ({ dn, attributes: { uid, mail } }) =>
      dn.endsWith(baseDN) && filter.matches({ uid: uid[0]!, mail: mail?.[0] ?? '' }),
  );
  const shown = found.slice(0, sizeLimit === 0 ? found.length : sizeLimit).map(({ dn, attributes }) => {
    const visible = Object.entries(attributes).filter(([name]) => asked.includes(name.toLowerCase()));
    return entryMessage(messageId, dn, Object.fromEntries(visible));
  });
  const references =
    baseDN === content.base
      ? [message(messageId, ProtocolOperation.LDAP_RES_SEARCH_REF, (writer) => writer.writeString(elsewhere))]
      : [];
  return Buffer.concat([...references, ...shown, end(shown.length < found.length ? codes.sizeLimit : codes.success)]);
};

/**
 * Responds like slapd 2.5 with the same entries, whose responses were recorded; `npm run test:logins` compares those
 * with a real one, and runs the same logins against it.
 */
export class TestDirectory {
  readonly #plain: Server;
  readonly #tls: Server;
  readonly #context: ReturnType<typeof createSecureContext>;
  readonly #sockets = new Set<Socket>();
  readonly cert: string;
  /** The names of those who tried to bind, and the names that were searched for. */
  readonly binds: string[] = [];
  readonly searches: string[] = [];
  /** What accounts that are bound have added. */
  readonly added: AddedEntries = new Map();
  connections = 0;
  override: Override | undefined;
  /** Sent in plain text together with the response to StartTLS. */
  afterStartTls: Buffer = Buffer.alloc(0);

  private constructor() {
    const { cert, key } = newCertificate();
    this.cert = cert;
    this.#context = createSecureContext({ cert, key });
    this.#plain = createServer((socket) => this.#accept(socket));
    this.#tls = createServer((socket) => this.#accept(socket, this.#encrypt(socket)));
  }

  static async start(): Promise<TestDirectory> {
    const directory = new TestDirectory();
    for (const server of [directory.#plain, directory.#tls]) {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      server.unref();
    }
    return directory;
  }

  get ldap(): string {
    return `ldap://127.0.0.1:${(this.#plain.address() as AddressInfo).port}`;
  }

  get ldaps(): string {
    return `ldaps://127.0.0.1:${(this.#tls.address() as AddressInfo).port}`;
  }

  /** Sends bytes without encryption, and returns the responses to each of them. */
  async exchange(requests: readonly string[]): Promise<string[]> {
    const socket = connect((this.#plain.address() as AddressInfo).port, '127.0.0.1');
    const responses: string[] = [];
    for (const request of requests) {
      socket.write(Buffer.from(request, 'hex'));
      const [data] = (await new Promise((resolve) => socket.once('data', (chunk) => resolve([chunk])))) as [Buffer];
      responses.push(data.toString('hex'));
    }
    socket.destroy();
    return responses;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    for (const server of [this.#plain, this.#tls]) await new Promise((resolve) => server.close(resolve));
  }

  #encrypt(socket: Socket): TLSSocket {
    return new TLSSocket(socket, { isServer: true, secureContext: this.#context });
  }

  #accept(socket: Socket, encrypted = socket): void {
    this.connections += 1;
    this.#sockets.add(socket);
    socket.unref().once('close', () => this.#sockets.delete(socket));
    socket.on('error', () => undefined);
    this.#serve(encrypted, socket);
  }

  /** Responds on a socket, which is the one below it unless it is encrypted. */
  #serve(socket: Socket, below: Socket): void {
    const session: Session = { isBound: false };
    let buffer = Buffer.alloc(0);
    const receive = (chunk: Buffer): void => {
      buffer = Buffer.concat([buffer, chunk]);
      for (;;) {
        const reader = new BerReader(buffer);
        if (reader.readSequence() === null || reader.remain < reader.length) return;
        const end = reader.offset + reader.length;
        const request = buffer.subarray(0, end);
        buffer = buffer.subarray(end);
        if (this.#respond(session, request, socket) === 'TLS') {
          socket.off('data', receive);
          this.#serve(this.#encrypt(below), below);
          return;
        }
      }
    };
    socket.on('data', receive).on('error', () => undefined);
  }

  #respond(session: Session, bytes: Buffer, socket: Socket): 'TLS' | undefined {
    const reader = new BerReader(bytes);
    reader.readSequence();
    const messageId = reader.readInt()!;
    const operation = reader.readSequence();
    if (operation === ProtocolOperation.LDAP_REQ_UNBIND) {
      socket.end();
      return undefined;
    }
    const request = newRequest(operation, messageId);
    // The parser of ldapts takes the name from the beginning of the message.
    if (request instanceof DeleteRequest)
      request.dn = reader.buffer.toString('utf8', reader.offset, reader.offset + reader.length);
    else request.parse(reader, []);
    if (request instanceof BindRequest) this.binds.push(request.dn);
    if (request instanceof SearchRequest) this.searches.push(request.filter.toString());
    const override = this.override?.(request, socket);
    if (override === 'nothing') return undefined;
    if (override) {
      socket.write(override);
      return undefined;
    }
    if (request instanceof BindRequest) socket.write(bind(session, this.added, request));
    else if (request instanceof SearchRequest) socket.write(search(session, request));
    else if (!(request instanceof ExtendedRequest)) socket.write(change(session, this.added, request));
    else {
      const response = message(messageId, ProtocolOperation.LDAP_RES_EXTENSION, result(codes.success));
      socket.write(Buffer.concat([response, this.afterStartTls]));
      return 'TLS';
    }
    return undefined;
  }
}

let shared: Promise<TestDirectory> | undefined;

/** A directory that ends with the process. */
export const sharedDirectory = (): Promise<TestDirectory> => (shared ??= TestDirectory.start());
