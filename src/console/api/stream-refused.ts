/** The server will not open the stream, however often it is asked. */
export class StreamRefused extends Error {
  readonly status: number;
  /** The body of the response. */
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    super('The server refuses the stream.');
    this.status = status;
    this.body = body;
  }
}
