import type { Socket } from 'node:net';
import {
  AddRequest,
  Attribute,
  BindRequest,
  Change,
  DeleteRequest,
  ExtendedRequest,
  ModifyRequest,
  SearchRequest,
  UnbindRequest,
  type Filter,
} from 'ldapts';
import { Unreachable } from '../refused.ts';
import { elementLength, Malformed } from './ber.ts';
import type { LdifAttribute, LdifChange } from './ldif.ts';
import { parseResponse, resultCodes, type LdapEntry, type LdapResponse, type LdapResult } from './messages.ts';

const maxBytes = 65_536;
const startTlsOid = '1.3.6.1.4.1.1466.20037';

const invalid = (problem: string): Unreachable =>
  new Unreachable('server_response_invalid', `The response of the directory is not valid: ${problem}.`);

interface Message {
  write(): Buffer;
}

type ResultOperation = Exclude<LdapResponse['operation'], 'entry' | 'reference' | 'end of search'>;

const attributeOf = ({ name, values }: LdifAttribute): Attribute => new Attribute({ type: name, values: [...values] });

/** What the connection waits for. */
interface Waiting {
  readonly id: number;
  readonly responses: LdapResponse[];
  readonly resolve: (responses: readonly LdapResponse[]) => void;
  readonly reject: (error: Error) => void;
}

export interface Search {
  readonly base: string;
  readonly filter: Filter;
  readonly attributes: readonly string[];
  readonly sizeLimit: number;
  readonly timeLimitSeconds: number;
}

/** A connection to a directory (RFC 4511), with one request at a time and a bound for what it reads. */
export class LdapConnection {
  readonly #socket: Socket;
  #buffer: Buffer = Buffer.alloc(0);
  #size = 0;
  #lastId = 0;
  #waiting: Waiting | undefined;
  #failure: Error | undefined;
  readonly #onData = (chunk: Buffer): void => this.#receive(chunk);
  readonly #onError = (error: Error): void => this.#fail(error);
  readonly #onClose = (): void => this.#fail(new Error('the directory ended the connection'));

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', this.#onData).on('error', this.#onError).on('close', this.#onClose);
  }

  /** Returns the code of the result. An empty password would be no proof, so it is never sent. */
  async bind(dn: string, password: string): Promise<number> {
    if (dn === '' || password === '') throw new Error('a bind needs a name and a password');
    const { code } = await this.#result('bind response', (messageId) => new BindRequest({ messageId, dn, password }));
    return code;
  }

  /** Changes an entry. */
  async change(change: LdifChange): Promise<LdapResult> {
    const { type, dn } = change;
    return this.#result(`${type} response`, (messageId) => {
      if (type === 'delete') return new DeleteRequest({ messageId, dn });
      if (type === 'add') return new AddRequest({ messageId, dn, attributes: change.attributes.map(attributeOf) });
      const changes = change.changes.map(
        ({ operation, ...attribute }) => new Change({ operation, modification: attributeOf(attribute) }),
      );
      return new ModifyRequest({ messageId, dn, changes });
    });
  }

  /** Follows no references. */
  async search({ base, timeLimitSeconds, attributes, ...search }: Search): Promise<{
    code: number;
    entries: readonly LdapEntry[];
  }> {
    const responses = await this.#request(
      (messageId) =>
        new SearchRequest({
          ...search,
          messageId,
          baseDN: base,
          timeLimit: timeLimitSeconds,
          attributes: [...attributes],
        }),
    );
    const last = responses.at(-1)!;
    if (last.operation !== 'end of search') throw invalid('it is for another request');
    return {
      code: last.code,
      entries: responses.flatMap((response) => (response.operation === 'entry' ? [response.entry] : [])),
    };
  }

  /**
   * Asks for TLS, and returns the socket on which to begin it. Nothing may arrive before TLS begins: it could be from
   * somebody on the way, and would be read as if the directory had encrypted it.
   */
  async startTls(): Promise<Socket> {
    const { code } = await this.#result(
      'extended response',
      (messageId) => new ExtendedRequest({ messageId, oid: startTlsOid }),
    );
    if (code !== resultCodes.success)
      throw new Unreachable('start_tls_refused', `The directory does not offer StartTLS (code ${code}). Use ldaps.`);
    if (this.#failure) throw this.#failure;
    if (this.#buffer.length > 0) throw invalid('it continues after the one to StartTLS');
    return this.#socket.off('data', this.#onData).off('error', this.#onError).off('close', this.#onClose);
  }

  close(): void {
    if (this.#failure === undefined) this.#socket.write(new UnbindRequest({ messageId: this.#lastId + 1 }).write());
    this.#socket.destroySoon();
  }

  async #result(operation: ResultOperation, messageOf: (id: number) => Message): Promise<LdapResult> {
    const response = (await this.#request(messageOf)).at(-1)!;
    if (response.operation !== operation) throw invalid('it is for another request');
    return { code: response.code, text: response.text };
  }

  #request(messageOf: (id: number) => Message): Promise<readonly LdapResponse[]> {
    const id = (this.#lastId += 1);
    return new Promise((resolve, reject) => {
      if (this.#failure) return reject(this.#failure);
      this.#waiting = { id, responses: [], resolve, reject };
      this.#socket.write(messageOf(id).write());
    });
  }

  #receive(chunk: Buffer): void {
    try {
      this.#size += chunk.length;
      if (this.#size > maxBytes) throw new Malformed(`it is longer than ${maxBytes} bytes`);
      this.#buffer = Buffer.concat([this.#buffer, chunk]);
      for (let length = elementLength(this.#buffer); ; length = elementLength(this.#buffer)) {
        if (length === undefined || length > this.#buffer.length) break;
        const message = this.#buffer.subarray(0, length);
        this.#buffer = this.#buffer.subarray(length);
        this.#accept(parseResponse(message));
      }
    } catch (error) {
      this.#fail(error instanceof Malformed ? invalid(error.message) : (error as Error));
      this.#socket.destroy();
    }
  }

  #accept(response: LdapResponse): void {
    const waiting = this.#waiting;
    if (response.messageId !== waiting?.id) throw new Malformed('it is for no request');
    waiting.responses.push(response);
    if (response.operation === 'entry' || response.operation === 'reference') return;
    this.#waiting = undefined;
    waiting.resolve(waiting.responses);
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#waiting?.reject(this.#failure);
    this.#waiting = undefined;
  }
}
