import { median, type BenchResult, type SuiteResult } from './result.ts';

const [width, left, right, rowHeight] = [900, 290, 110, 24];
/** The height above the scenarios with the name of one limit, and of each further name. */
const [firstTop, limitHeight] = [84, 14];

/** Each deployment has its own shape and colour. */
const shapes: readonly ((x: number, y: number) => string)[] = [
  (x, y) => `<circle class="deployment-0" cx="${x}" cy="${y}" r="6"/>`,
  (x, y) => `<rect class="deployment-1" x="${x - 5}" y="${y - 5}" width="10" height="10"/>`,
  (x, y) => `<path class="deployment-2" d="M${x} ${y - 7} L${x + 7} ${y} L${x} ${y + 7} L${x - 7} ${y} Z"/>`,
];

// With its own background, because the page may be light while the system of the reader is dark.
const style = `
  .background { fill: #ffffff } .ink { fill: #1f2328 } .pale { fill: #59636e } .grid { stroke: #d1d9e0 } .limit { stroke: #cf222e; stroke-width: 2; stroke-dasharray: 5 4 } .limit-name { fill: #cf222e }
  .deployment-0 { fill: #0969da } .deployment-1 { fill: #bc4c00 } .deployment-2 { fill: #8250df }
  text { font: 13px system-ui, sans-serif } .number, .limit-name { text-anchor: end } .tick { text-anchor: middle } .heading { font-weight: 600; font-size: 15px }
  @media (prefers-color-scheme: dark) {
    .background { fill: #0d1117 } .ink { fill: #f0f6fc } .pale { fill: #9198a1 } .grid { stroke: #3d444d } .limit { stroke: #ff7b72 } .limit-name { fill: #ff7b72 }
    .deployment-0 { fill: #58a6ff } .deployment-1 { fill: #f0883e } .deployment-2 { fill: #bc8cff }
  }`;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character]!);
const text = (kind: string, x: number, y: number, content: string): string =>
  `<text class="${kind}" x="${x}" y="${y}">${escaped(content)}</text>`;
const rounded = (value: number): string => (value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en'));

/** All scenarios, in the order in which they first appear. */
const namesIn = (suites: readonly SuiteResult[]): string[] => [
  ...new Set(suites.flatMap(({ scenarios }) => scenarios.map(({ name }) => name))),
];

interface Line {
  readonly name: string;
  readonly perSecond: number;
}

/** The limits that scenarios on several deployments are compared with; those with more connections are left out. */
const linesOf = (suites: readonly SuiteResult[]): Line[] => {
  const limits = suites.flatMap((suite) => suite.limits).filter(({ name }) => !name.endsWith(' connections'));
  return [...new Set(limits.map(({ name }) => name))].map((name) => ({
    name,
    perSecond: median(limits.filter((limit) => limit.name === name).map(({ perSecond }) => perSecond)),
  }));
};

/** Requests a second of each scenario on each deployment, and the limits, on one logarithmic axis. */
export const chartOf = ({ suites, version, date }: BenchResult): string => {
  const names = namesIn(suites);
  const lines = linesOf(suites);
  const top = firstTop + (lines.length - 1) * limitHeight;
  const figures = [...lines, ...suites.flatMap(({ scenarios }) => scenarios)].map(({ perSecond }) => perSecond);
  const [lowest, highest] = [Math.floor(Math.log10(Math.min(...figures))), Math.ceil(Math.log10(Math.max(...figures)))];
  const at = (perSecond: number): number =>
    Math.round(left + ((Math.log10(perSecond) - lowest) / Math.max(1, highest - lowest)) * (width - left - right));
  const bottom = top + names.length * rowHeight;

  const ticks = Array.from({ length: highest - lowest + 1 }, (_, index) => 10 ** (lowest + index)).map(
    (value) =>
      `<line class="grid" x1="${at(value)}" y1="${top}" x2="${at(value)}" y2="${bottom}"/>${text('pale tick', at(value), bottom + 18, value.toLocaleString('en'))}`,
  );
  const legend = suites.map(
    ({ on }, index) => `${shapes[index]!(left + index * 180 + 6, 46)}${text('ink', left + index * 180 + 18, 51, on)}`,
  );
  const limits = lines.map(
    ({ name, perSecond }, index) =>
      `<line class="limit" x1="${at(perSecond)}" y1="${top}" x2="${at(perSecond)}" y2="${bottom}"/>\n${text('limit-name', at(perSecond) + 4, top - 8 - index * limitHeight, `bare node:http and ${name}: ${rounded(perSecond)}`)}`,
  );
  const rows = names.map((name, row) => {
    const y = top + row * rowHeight + rowHeight / 2;
    const found = suites.map(({ scenarios }) => scenarios.find((scenario) => scenario.name === name)?.perSecond);
    const marks = found.map((perSecond, index) => (perSecond === undefined ? '' : shapes[index]!(at(perSecond), y)));
    // Draws the first deployment last, so that it is on top of others.
    return `<line class="grid" x1="12" y1="${y + rowHeight / 2}" x2="${width - 12}" y2="${y + rowHeight / 2}"/>${text('ink', 12, y + 4, name)}${marks.reverse().join('')}${found[0] === undefined ? '' : text('ink number', width - 12, y + 4, rounded(found[0]))}`;
  });

  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${bottom + 48}" viewBox="0 0 ${width} ${bottom + 48}" role="img">
<title>${escaped(`Sallyport ${version}, ${date.slice(0, 10)}: requests a second by scenario`)}</title>
<style>${style}
</style>
<rect class="background" width="100%" height="100%" rx="6"/>
${text('ink heading', 12, 24, `Requests a second, ten connections (version ${version})`)}
${legend.join('\n')}
${text('pale number', width - 12, top - 8, suites[0]?.on ?? '')}
${ticks.join('\n')}
${limits.join('\n')}
${rows.join('\n')}
${text('pale', 12, bottom + 38, 'Logarithmic: each line is ten times the one before. Opened streams and delivered events count as requests.')}
</svg>
`;
};
