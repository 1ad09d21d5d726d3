import type { EventRow } from '../resources/secrets/events/store.ts';

/** An encoded event, which all streams that receive it share. */
export interface Frame {
  readonly data: Buffer;
  /** The data as a chunk of an HTTP/1.1 response. */
  readonly chunk: Buffer;
}

const frame = (text: string): Frame => {
  const data = Buffer.from(text);
  return { data, chunk: Buffer.concat([Buffer.from(`${data.length.toString(16)}\r\n`), data, Buffer.from('\r\n')]) };
};

const payloadOf = ({ kind, environment, path, keys }: EventRow): unknown =>
  kind === 'secret:import-mutation'
    ? { environment, secretPath: path }
    : keys.map((secretKey) => ({ environment, secretPath: path, secretKey }));

export const eventFrame = (event: EventRow): Frame => {
  const data = { projectType: 'secret-manager', data: { eventType: event.kind, payload: payloadOf(event) } };
  return frame(`id: ${event.sequence}\nevent: ${event.kind}\ndata: ${JSON.stringify(data)}\n\n`);
};

export const pingFrame = frame('event: ping\n\n');

/** The last event of a stream that the server ends. */
export const errorFrame = (message: string): Frame => frame(`event: error\ndata: ${JSON.stringify({ message })}\n\n`);
