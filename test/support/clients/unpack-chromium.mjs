// Unpacks the Chromium of its package, and the libraries that it needs of a system, into the folder for temporary
// files.
import chromium, { inflate } from '@sparticuz/chromium';
import { fileURLToPath } from 'node:url';

await chromium.executablePath();
await inflate(fileURLToPath(new URL('../bin/al2023.tar.br', import.meta.resolve('@sparticuz/chromium'))));
