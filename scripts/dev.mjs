// `npm run dev [-- url]`: shows the console for a running server, by default the one of `npm start`, and reloads it when
// a file of src/console changes. Everything but the console comes from that server.
import { createServer, request } from 'node:http';
import { basename } from 'node:path';
import { pipeline } from 'node:stream';
import { context } from 'esbuild';
import { consoleOptions, shellOf } from './build-console.mjs';

const port = Number(process.env.DEV_PORT ?? 5173);
const server = new URL(process.argv[2] ?? `http://127.0.0.1:${process.env.PORT ?? 8080}`);

const reloader = '/console/reload.js';
const changes = '/console/changes';
const types = { css: 'text/css', js: 'text/javascript' };

let shell = 'Building ...';
let files = new Map();
const pages = new Set();

/** Takes over the result of each build, and tells the open pages. */
const publish = {
  name: 'publish',
  setup: ({ onEnd }) =>
    onEnd(async ({ errors, outputFiles, metafile }) => {
      if (errors.length > 0) return;
      files = new Map(outputFiles.map(({ path, contents }) => [`/console/${basename(path)}`, contents]));
      files.set(reloader, `new EventSource('${changes}').onmessage = () => location.reload();`);
      const reload = `<script type="module" src="${reloader}"></script>`;
      shell = (await shellOf(metafile)).replace('{{frame}}', '').replace('</head>', `${reload}</head>`);
      for (const page of pages) page.write('data: changed\n\n');
    }),
};

const follow = (res) => {
  res.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
  pages.add(res);
  res.on('close', () => pages.delete(res));
};

const forward = (req, res) => {
  const { hostname, port } = server;
  const upstream = request({ hostname, port, method: req.method, path: req.url, headers: req.headers }, (response) => {
    res.writeHead(response.statusCode, response.headers);
    pipeline(response, res, () => undefined);
  });
  pipeline(req, upstream, (error) => {
    if (error && !res.headersSent) res.writeHead(502).end(`${server.href} does not answer: ${error.message}\n`);
  });
};

const isPage = ({ url, headers }) => headers.accept?.includes('text/html') && !/^\/(api|docs|signupinvite)/.test(url);

const builder = await context({
  ...consoleOptions,
  write: false,
  minify: false,
  sourcemap: 'inline',
  plugins: [publish],
});
await builder.watch();
createServer((req, res) => {
  const file = files.get(req.url);
  if (file) return res.writeHead(200, { 'Content-Type': types[req.url.split('.').at(-1)] }).end(file);
  if (req.url === changes) return follow(res);
  if (isPage(req)) return res.writeHead(200, { 'Content-Type': 'text/html' }).end(shell);
  return forward(req, res);
}).listen(port, '127.0.0.1', () => console.log(`The console for ${server.href} is at http://127.0.0.1:${port}/`));
