import type { Request, RequestHandler, Response } from 'express';
import { secretBytes } from '../platform/crypto/random-secrets.ts';
import { readBuilt, sendHashed } from './built-files.ts';
import type { Page } from './route.ts';

/** What the build says about the console: its HTML, and the files that the page of an address needs. */
interface Console {
  readonly shell: string;
  /** What is shown until the program of the page is loaded. */
  readonly frame: string;
  /** Undefined if the address is that of no page. */
  readonly pageOf: (path: string) => Pick<BuiltRoute, 'preload' | 'hasFrame'> | undefined;
}

interface BuiltRoute {
  readonly route: string;
  readonly preload: readonly string[];
  /** Whether the page has the header and the navigation. */
  readonly hasFrame: boolean;
}

/** Matches the paths of a route such as `/p/:slug/*?`. */
const patternOf = (route: string): RegExp =>
  new RegExp(`^${route.replace(/\/\*\?$/, '(?:/.*)?').replace(/:\w+/g, '[^/]+')}/?$`);

let read: Console | undefined;
const readConsole = (): Console => {
  if (read) return read;
  const built = readBuilt('console/console.json');
  if (!built) throw new Error('The console is not built: run npm run build.');
  const { shell, frame, routes } = JSON.parse(built.toString()) as Omit<Console, 'pageOf'> & { routes: BuiltRoute[] };
  const pages = routes.map(({ route, ...page }) => ({ pattern: patternOf(route), ...page }));
  // The first that fits, as in the router.
  return (read = { shell, frame, pageOf: (path) => pages.find(({ pattern }) => pattern.test(path)) });
};

/** The port of the CLI that waits for a session on this machine, which only the login page may hand over. */
const callbackPort = ({ path, query: { callback_port: port } }: Request): number | undefined => {
  if (!/^\/login(\/select-organization)?\/?$/.test(path) || typeof port !== 'string' || !/^[1-9]\d{0,4}$/.test(port))
    return undefined;
  return Number(port) <= 65_535 ? Number(port) : undefined;
};

const policyOf = (nonce: string, port: number | undefined): string =>
  [
    "default-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    `connect-src 'self'${port === undefined ? '' : ` http://127.0.0.1:${port}`}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Whether a browser asks for a page, rather than a program for data. */
const isBrowser = ({ headers }: Request): boolean => headers.accept?.includes('text/html') ?? false;

/**
 * Shows the console to a browser, with 404 at addresses that it does not know; returns whether it did. Programs and
 * addresses of the API get the usual responses.
 */
export const showConsole = (req: Request, res: Response): boolean => {
  if (!['GET', 'HEAD'].includes(req.method) || /^\/(api|docs|console)(\/|$)/.test(req.path) || !isBrowser(req))
    return false;
  const { shell, frame, pageOf } = readConsole();
  const page = pageOf(req.path);
  const { preload, hasFrame } = page ?? { preload: [], hasFrame: true };
  const links = preload.map((file) => `<link rel="modulepreload" href="${file}" />`).join('');
  const nonce = secretBytes(16).toString('base64');
  res
    .status(page ? 200 : 404)
    .set({ 'Content-Security-Policy': policyOf(nonce, callbackPort(req)), Vary: 'Accept' })
    .type('html')
    .send(
      shell
        .replace('{{nonce}}', nonce)
        .replace('{{frame}}', hasFrame ? frame : '')
        .replace('</head>', `${links}</head>`),
    );
  return true;
};

const showStart: RequestHandler = (req, res) => {
  if (!showConsole(req, res)) res.redirect(302, '/docs');
};

/** The start page, and the static files of the console. */
export const consolePages: readonly Page[] = [
  { path: '/', show: showStart },
  { path: '/console/:file', show: sendHashed('console') },
];
