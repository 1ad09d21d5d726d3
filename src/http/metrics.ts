import { createServer } from 'node:http';
import type { MetricObjectWithValues, MetricValue } from 'prom-client';
import { operations, type OperationId } from '../../generated/operations.ts';
import type { Parts } from '../scope.ts';
import type { Outgoing } from './outgoing.ts';
import { addLeaseMetrics, type LeaseParts } from './lease-metrics.ts';
import { listen } from './server.ts';
import { addStateMetrics, type StateParts } from './state-metrics.ts';

/** Called when a request ends. */
export type RequestObserver = (request: { operation: string; status: number; seconds: number }) => void;

/** The metrics of a process, in a form that can be sent to another. */
export type MetricValues = MetricObjectWithValues<MetricValue<string>>[];

export interface Metrics {
  readonly observe: RequestObserver;
  readonly values: () => Promise<MetricValues>;
  /** Returns the metrics in the text format of Prometheus. */
  readonly render: () => Promise<string>;
}

/** Whether credentials were refused: not a login that was limited, or that failed for another reason. */
const isRefusedLogin = (operation: string, status: number): boolean =>
  [400, 401, 403].includes(status) &&
  operation in operations &&
  (operations[operation as OperationId].audit ?? '').includes('login');

/** Creates the metrics; imports prom-client only then, because that takes memory and time. */
export const createMetrics = async (
  {
    eventStreams,
    auditQueue,
    mailer,
    webhooks,
    ...parts
  }: Pick<Parts, 'eventStreams' | 'auditQueue' | 'mailer' | 'webhooks'> & StateParts & LeaseParts,
  outgoing: Outgoing,
): Promise<Metrics> => {
  const client = (await import('prom-client')).default;
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = client;
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  addStateMetrics(client, registers, parts);
  const requests = new Counter({
    name: 'sallyport_requests_total',
    help: 'Requests that got a response.',
    labelNames: ['operation', 'status'],
    registers,
  });
  const loginFailures = new Counter({
    name: 'sallyport_login_failures_total',
    help: 'Logins of users and machine identities that were refused.',
    labelNames: ['operation'],
    registers,
  });
  const durations = new Histogram({
    name: 'sallyport_request_duration_seconds',
    help: 'Time until the response was sent; for a stream, until it ended.',
    labelNames: ['operation'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const gauge = (name: string, help: string, value: () => number, aggregator: 'sum' | 'max' = 'sum'): void => {
    new Gauge({
      name,
      help,
      registers,
      aggregator,
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
  gauge('sallyport_event_streams', 'Open event streams on this node.', () => eventStreams.hub.count);
  gauge('sallyport_audit_entries_waiting', 'Audit log entries that wait to be written.', () => auditQueue.waiting);
  gauge(
    'sallyport_audit_oldest_entry_seconds',
    'Age of the oldest audit log entry that waits to be written.',
    () => auditQueue.oldestAgeMs / 1000,
    'max',
  );
  counter(
    'sallyport_audit_entries_written_total',
    'Audit log entries written for reads and refusals; entries for changes are written with the change.',
    () => auditQueue.written,
  );
  gauge(
    'sallyport_answer_bytes_waiting',
    'Bytes of large responses that clients have not read yet.',
    () => outgoing.bytesWaiting,
  );
  counter(
    'sallyport_connections_cut_total',
    'Connections closed because the client did not read its response.',
    () => outgoing.connectionsCut,
  );
  if (mailer) {
    counter('sallyport_mails_sent_total', 'Mails that the mail server has taken.', () => mailer.sent);
    counter(
      'sallyport_mails_retried_total',
      'Failed attempts to send a mail that will be repeated.',
      () => mailer.retried,
    );
    counter(
      'sallyport_mails_dropped_total',
      'Mails that were given up: refused, too old, or beyond a limit.',
      () => mailer.dropped,
    );
  }
  new Counter({
    name: 'sallyport_webhook_requests_total',
    help: 'Requests of webhooks: successful ones, failed ones that are repeated, and failed ones that were given up.',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(webhooks.counts)) this.inc({ outcome }, count);
    },
  });
  addLeaseMetrics({ Counter, Gauge }, registers, parts);
  new Gauge({
    name: 'sallyport_webhook_deliveries_waiting',
    help: 'Deliveries of webhooks that wait to be sent, on all nodes together.',
    registers,
    aggregator: 'max',
    async collect() {
      // While the database is unreachable, the last value stays.
      await webhooks.countWaiting().then(
        (count) => this.set(count),
        () => undefined,
      );
    },
  });
  return {
    observe: ({ operation, status, seconds }) => {
      requests.inc({ operation, status });
      if (isRefusedLogin(operation, status)) loginFailures.inc({ operation });
      durations.observe({ operation }, seconds);
    },
    values: () => registry.getMetricsAsJSON(),
    render: () => registry.metrics(),
  };
};

/** Serves the metrics on a separate port without authentication; returns a function that stops it. */
export const serveMetrics = async (
  { host, port }: { host: string; port: number },
  { render }: Pick<Metrics, 'render'>,
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
