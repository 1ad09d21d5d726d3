import { createServer } from 'node:http';
import type { Parts } from '../scope.ts';
import type { Outgoing } from './outgoing.ts';
import { listen } from './server.ts';

/** Told when a request is over. */
export type RequestObserver = (request: { operation: string; status: number; seconds: number }) => void;

export interface Metrics {
  readonly observe: RequestObserver;
  /** In the text format of Prometheus. */
  readonly render: () => Promise<string>;
}

/** Loaded only where it is wanted: it takes memory and time. */
export const createMetrics = async (
  { eventStreams, auditQueue }: Pick<Parts, 'eventStreams' | 'auditQueue'>,
  outgoing: Outgoing,
): Promise<Metrics> => {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client');
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'sallyport_requests_total',
    help: 'Requests that were answered.',
    labelNames: ['operation', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'sallyport_request_duration_seconds',
    help: 'How long a request took until its answer was sent; of a stream, until it ended.',
    labelNames: ['operation'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const gauge = (name: string, help: string, value: () => number): void => {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  };
  const counter = (name: string, help: string, value: () => number): void => {
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(value());
      },
    });
  };
  gauge('sallyport_event_streams', 'Event streams that are open on this node.', () => eventStreams.hub.count);
  gauge(
    'sallyport_audit_entries_waiting',
    'Entries of the audit log that wait to be written.',
    () => auditQueue.waiting,
  );
  gauge(
    'sallyport_audit_oldest_entry_seconds',
    'How long the oldest entry of the audit log has waited to be written.',
    () => auditQueue.oldestAgeMs / 1000,
  );
  counter(
    'sallyport_audit_entries_written_total',
    'Entries of the audit log about reads and refusals that were written; those of changes are part of the change.',
    () => auditQueue.written,
  );
  gauge(
    'sallyport_answer_bytes_waiting',
    'Bytes of large answers that clients have not read yet.',
    () => outgoing.bytesWaiting,
  );
  counter(
    'sallyport_connections_cut_total',
    'Connections that were closed because their client did not read its answer.',
    () => outgoing.connectionsCut,
  );
  return {
    observe: ({ operation, status, seconds }) => {
      requests.inc({ operation, status });
      durations.observe({ operation }, seconds);
    },
    render: () => registry.metrics(),
  };
};

/** Answers on a port of its own, without a token: whoever can reach it may know. Gives the way to stop. */
export const serveMetrics = async (
  { host, port }: { host: string; port: number },
  { render }: Metrics,
): Promise<() => void> => {
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 5_000 }, (req, res) => {
    if (req.method !== 'GET' || req.url !== '/metrics') return void res.writeHead(404).end();
    render().then(
      (text) => res.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
      () => res.writeHead(500).end(),
    );
  });
  await listen(server, host, port);
  return () => server.close().closeAllConnections();
};
