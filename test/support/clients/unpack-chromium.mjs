// Unpacks Chromium and the system libraries that it needs into the folder for temporary files.
import chromium, { inflate } from '@sparticuz/chromium';
import { fileURLToPath } from 'node:url';

await chromium.executablePath();
await inflate(fileURLToPath(new URL('../bin/al2023.tar.br', import.meta.resolve('@sparticuz/chromium'))));
