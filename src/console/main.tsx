import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { started } from './start.ts';

window.styleNonce = document.querySelector<HTMLElement>('[nonce]')?.nonce;

// Until then, the page shows its frame, which the server sends.
void started.then(() => createRoot(document.getElementById('root')!).render(<App />));
