// The same request for several tools and languages.
import { html } from '../html.mjs';

const json = 'application/json';

/** The address of this server, which the browser replaces by the one that it used. */
const address = html`<span data-address>https://sallyport.example.com</span>`;

/** Joins lines of which some are left out; a line may contain HTML. */
const linesOf = (...lines) =>
  lines
    .filter((line) => line !== undefined && line !== false)
    .flatMap((line, index) => (index === 0 ? line : ['\n', line]));

const indented = (value, spaces) => JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(spaces)}`);

const curl = ({ method, target, hasToken, body }) => {
  const option = method === (body === undefined ? 'GET' : 'POST') ? '' : `-X ${method} `;
  const lines = [
    html`curl ${option}'${address}${target}'`,
    hasToken && '-H "Authorization: Bearer $TOKEN"',
    body !== undefined && `-H 'Content-Type: ${json}' -d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`,
  ].filter(Boolean);
  return lines.flatMap((line, index) => (index === 0 ? line : [' \\\n  ', line]));
};

const node = ({ method, target, hasToken, body }) => {
  const headers = [
    hasToken && 'Authorization: `Bearer ${process.env.TOKEN}`',
    body !== undefined && `'Content-Type': '${json}'`,
  ].filter(Boolean);
  const options = [
    method !== 'GET' && `  method: '${method}',`,
    headers.length > 0 && `  headers: { ${headers.join(', ')} },`,
    body !== undefined && `  body: JSON.stringify(${indented(body, 2)}),`,
  ].filter(Boolean);
  const isPlain = options.length === 0;
  return linesOf(
    html`const response = await fetch('${address}${target}'${isPlain ? ');' : ', {'}`,
    ...options,
    !isPlain && '});',
    'console.log(response.status, await response.json());',
  );
};

/** A value as Python writes it. */
const pythonValue = (value, indent = '    ') => {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}    `;
  const items = Array.isArray(value)
    ? value.map((each) => pythonValue(each, inner))
    : Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${pythonValue(each, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return items.length === 0
    ? `${open}${close}`
    : `${open}\n${items.map((item) => `${inner}${item},\n`).join('')}${indent}${close}`;
};

const python = ({ method, target, hasToken, body }) =>
  linesOf(
    hasToken && 'import os',
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    ['    "', address, target, '",'],
    hasToken && `    headers={"Authorization": f"Bearer {os.environ['TOKEN']}"},`,
    body !== undefined && `    json=${pythonValue(body)},`,
    ')',
    'print(response.status_code, response.json())',
  );

const goText = (text) => (text.includes('`') ? JSON.stringify(text) : `\`${text}\``);

const go = ({ method, target, hasToken, body }) => {
  const packages = ['io', 'log', 'net/http', 'os', body !== undefined && 'strings'].filter(Boolean);
  const content = body === undefined ? 'nil' : 'body';
  return linesOf(
    'package main',
    '',
    'import (',
    ...packages.map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
    body !== undefined && `\tbody := strings.NewReader(${goText(JSON.stringify(body, null, 2))})`,
    [`\trequest, err := http.NewRequest("${method}", "`, address, target, `", ${content})`],
    '\tif err != nil {\n\t\tlog.Fatal(err)\n\t}',
    hasToken && '\trequest.Header.Set("Authorization", "Bearer "+os.Getenv("TOKEN"))',
    body !== undefined && `\trequest.Header.Set("Content-Type", "${json}")`,
    '\tresponse, err := http.DefaultClient.Do(request)',
    '\tif err != nil {\n\t\tlog.Fatal(err)\n\t}',
    '\tdefer response.Body.Close()',
    '\tio.Copy(os.Stdout, response.Body)',
    '}',
  );
};

const languages = { curl, 'Node.js': node, Python: python, Go: go };

/** The samples of a request, as pairs of a language and a block. */
export const samplesOf = ({ target, ...rest }) => {
  const request = { ...rest, target: target.replaceAll("'", '%27') };
  return Object.entries(languages).map(([language, write]) => [
    language,
    html`<pre class="request" tabindex="0"><code>${write(request)}</code></pre>`,
  ]);
};
