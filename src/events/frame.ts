import type { EventRow } from '../resources/secrets/events/store.ts';

/** An encoded event, which all streams that receive it share. */
export type Frame = Buffer;

const payloadOf = ({ kind, environment, path, keys }: EventRow): unknown =>
  kind === 'secret:import-mutation'
    ? { environment, secretPath: path }
    : keys.map((secretKey) => ({ environment, secretPath: path, secretKey }));

export const eventFrame = (event: EventRow): Frame => {
  const data = { projectType: 'secret-manager', data: { eventType: event.kind, payload: payloadOf(event) } };
  return Buffer.from(`id: ${event.sequence}\nevent: ${event.kind}\ndata: ${JSON.stringify(data)}\n\n`);
};

export const pingFrame: Frame = Buffer.from('event: ping\n\n');

/** The last event of a stream that the server ends. */
export const errorFrame = (message: string): Frame =>
  Buffer.from(`event: error\ndata: ${JSON.stringify({ message })}\n\n`);
