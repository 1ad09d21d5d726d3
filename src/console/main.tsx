import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';

window.styleNonce = document.querySelector<HTMLElement>('[nonce]')?.nonce;

createRoot(document.getElementById('root')!).render(<App />);
