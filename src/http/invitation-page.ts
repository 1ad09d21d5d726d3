import { page } from './page.ts';
import type { Page } from './route.ts';

const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="referrer" content="no-referrer">
    <title>Join on Sallyport</title>
    <style>
      body { font: 16px/1.5 system-ui, sans-serif; max-width: 26rem; margin: 4rem auto; padding: 0 1rem; color: #222; }
      label { display: block; margin: .8rem 0 0; }
      input[type=text], input[type=password] { width: 100%; box-sizing: border-box; padding: .5rem; font: inherit; }
      button { margin-top: 1.2rem; padding: .5rem 1.2rem; font: inherit; }
      .has-account .new { display: none; }
      #said { margin-top: 1.2rem; white-space: pre-line; }
    </style>
  </head>
  <body>
    <h1>You are invited</h1>
    <form id="form">
      <p>as <strong id="email"></strong></p>
      <label><input type="checkbox" id="hasAccount"> I have an account here already</label>
      <label class="new">First name <input type="text" id="firstName" autocomplete="given-name" maxlength="255"></label>
      <label class="new">Last name <input type="text" id="lastName" autocomplete="family-name" maxlength="255"></label>
      <label>Password <input type="password" id="password" autocomplete="current-password" required></label>
      <button>Join</button>
    </form>
    <div id="said" role="status"></div>
    <script src="/signupinvite.js"></script>
  </body>
</html>
`;

const script = `const query = new URLSearchParams(location.search);
const invitation = { email: query.get('to') ?? '', organizationId: query.get('organization_id') ?? '', code: query.get('token') ?? '' };
const element = (id) => document.getElementById(id);
// A code works once. What it was traded for is kept, so that a password can be corrected.
let signupToken;

// The code is as good as a password: it does not belong into the history.
history.replaceState(null, '', location.pathname);
element('email').textContent = invitation.email;
element('hasAccount').addEventListener('change', ({ target }) => element('form').classList.toggle('has-account', target.checked));

const say = (text) => {
  element('said').textContent = text;
};

const call = async (path, body, token) => {
  const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: 'Bearer ' + token }) };
  const response = await fetch('/api' + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const answer = await response.json();
  if (response.ok) return answer;
  const { message } = answer;
  throw new Error(Array.isArray(message) ? message.map((issue) => issue.path.join('.') + ' ' + issue.message).join('\\n') : message);
};

const join = async () => {
  const password = element('password').value;
  if (element('hasAccount').checked) {
    const { accessToken } = await call('/v3/auth/login', { email: invitation.email, password });
    return call('/v1/invite-org/verify', { ...invitation, accessToken });
  }
  signupToken ??= (await call('/v1/invite-org/verify', invitation)).token;
  const names = { firstName: element('firstName').value, lastName: element('lastName').value };
  return call('/v3/signup/complete-account', { type: 'email', email: invitation.email, password, ...names }, signupToken);
};

element('form').addEventListener('submit', async (event) => {
  event.preventDefault();
  say('');
  try {
    const { message } = await join();
    element('form').remove();
    say(message);
  } catch (error) {
    say(error.message);
  }
});
`;

/** Where invitation links lead. */
export const invitationPage: readonly Page[] = [page('/signupinvite', 'text/html', () => html), page('/signupinvite.js', 'text/javascript', () => script)];
