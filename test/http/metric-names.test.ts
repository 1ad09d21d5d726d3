import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { createMetrics } from '../../src/http/metrics.ts';
import { timestamp } from '../../src/platform/clock.ts';
import { noteBackup } from '../../src/platform/db/sqlite/data-directory.ts';
import { onEachDatabase } from '../support/world/world.ts';

const deploy = join(import.meta.dirname, '..', '..', 'scripts', 'deploy');

interface Dashboard {
  readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
}

interface Alerts {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[];
}

const dashboard = (): string[] =>
  (JSON.parse(readFileSync(join(deploy, 'grafana-dashboard.json'), 'utf8')) as Dashboard).panels.flatMap(
    ({ targets }) => targets.map(({ expr }) => expr),
  );

const alerts = (): string[] =>
  (parse(readFileSync(join(deploy, 'alerts.yaml'), 'utf8')) as Alerts).groups.flatMap(({ rules }) =>
    rules.map(({ expr }) => expr),
  );

const namesIn = (expressions: readonly string[]): string[] => [
  ...new Set(expressions.flatMap((text) => text.match(/\b(?:sallyport|process)_\w+/g) ?? [])),
];

onEachDatabase('the metrics', (world) => {
  it('include all that the dashboard and the alert rules name', async () => {
    const { parts, outgoing } = world().server;
    const { render, observe } = await createMetrics(parts, outgoing);
    const isRemote = parts.config.database.kind === 'postgres';
    observe({ operation: 'login', status: 400, seconds: 0.1 });
    observe({ operation: 'login', status: 429, seconds: 0.1 });
    observe({ operation: 'listProjects', status: 403, seconds: 0.1 });
    if (parts.config.database.kind === 'sqlite')
      noteBackup(parts.config.database.directory, new Date(1_900_000_000_000));
    expect(await parts.stores.authorities.firstEndAfter(timestamp(parts.clock.now()))).to.satisfy(
      (end: unknown) => end === null || typeof end === 'string',
    );
    const text = await render();
    for (const name of [...namesIn(dashboard()), ...namesIn(alerts())])
      if (isRemote || !name.startsWith('sallyport_database_'))
        expect(text).to.match(new RegExp(`^# TYPE ${name.replace(/_bucket$/, '')} `, 'm'));
    expect(text).to.match(/^sallyport_build_info\{version="[\d.]+",node="v[\d.]+",database="(sqlite|postgres)"\} 1$/m);
    expect(text.match(/^sallyport_login_failures_total.*$/gm)).to.deep.equal([
      'sallyport_login_failures_total{operation="login"} 1',
    ]);
    expect(text).to.match(/^sallyport_licence_expiry_timestamp_seconds \d{10}/m);
    expect(text).not.to.match(/^sallyport_tls_certificate_expiry_timestamp_seconds /m);
    expect(text).to.match(
      isRemote ? /^sallyport_database_connections_max [1-9]/m : /^sallyport_last_backup_timestamp_seconds 1900000000$/m,
    );
  });
});
