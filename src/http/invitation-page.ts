import { file, page } from './page.ts';
import type { Page } from './route.ts';

/** Where invitation links lead. */
export const invitationPage: readonly Page[] = [
  page('/signupinvite', 'text/html', () => file('invitation.html')),
  page('/signupinvite.css', 'text/css', () => file('invitation.css')),
  page('/signupinvite.js', 'text/javascript', () => file('invitation.js')),
];
