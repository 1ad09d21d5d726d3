import { expect } from 'chai';
import { once } from 'node:events';
import { join } from 'node:path';
import { scratchFolder } from '../support/world/folders.ts';
import { freePort } from '../support/world/ports.ts';
import { sallyport, serve, waitForExit } from '../support/world/program.ts';

describe('metrics', () => {
  it('are served on a separate port only', async () => {
    const listen = `127.0.0.1:${await freePort()}`;
    const { url, child } = await serve({ DATA_DIR: join(scratchFolder(), 'data'), METRICS_LISTEN: listen });
    for (let number = 0; number < 3; number += 1) expect((await fetch(`${url}/api/status`)).status).to.equal(200);
    expect((await fetch(`${url}/api/v1/organization`)).status).to.equal(401);
    expect((await fetch(`${url}/no/such/path`)).status).to.equal(404);
    expect((await fetch(`${url}/metrics`)).status).to.equal(404);

    const answer = await fetch(`http://${listen}/metrics`);
    expect(answer.headers.get('content-type')).to.match(/^text\/plain; version=0\.0\.4/);
    const text = await answer.text();
    expect(text).to.contain('sallyport_requests_total{operation="getStatus",status="200"} 3');
    expect(text).to.match(/sallyport_requests_total\{operation="\w+",status="401"\} 1/);
    expect(text).to.contain('sallyport_requests_total{operation="",status="404"} 2');
    expect(text).to.contain('sallyport_request_duration_seconds_count{operation="getStatus"} 3');
    expect(text)
      .to.contain('sallyport_event_streams 0')
      .and.contain('sallyport_audit_entries_waiting 0')
      .and.contain('process_resident_memory_bytes');
    expect((await fetch(`http://${listen}/`)).status).to.equal(404);

    const taken = await waitForExit(
      sallyport(['serve'], { DATA_DIR: join(scratchFolder(), 'data'), PORT: '0', METRICS_LISTEN: listen }),
    );
    expect(taken.err).to.contain(`Cannot listen on ${listen}: the port is in use.`);
    child.kill('SIGTERM');
    expect((await once(child, 'exit'))[0]).to.equal(0);
  });
});
