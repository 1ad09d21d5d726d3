import { file, page } from './page.ts';
import type { Page } from './route.ts';

/** The page that invitation links open. */
export const invitationPage: readonly Page[] = [
  page('/signupinvite', 'text/html', () => file('invitation.html')),
  page('/signupinvite.css', 'text/css', () => file('invitation.css')),
  page('/signupinvite.js', 'text/javascript', () => file('invitation.js')),
];
