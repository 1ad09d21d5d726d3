const query = new URLSearchParams(location.search);
const invitation = {
  email: query.get('to') ?? '',
  organizationId: query.get('organization_id') ?? '',
  code: query.get('token') ?? '',
};
const element = (id) => document.getElementById(id);
// A code works once. What it was traded for is kept, so that a password can be corrected.
let signupToken;

// The code is as good as a password: it does not belong into the history.
history.replaceState(null, '', location.pathname);
element('email').textContent = invitation.email;
element('hasAccount').addEventListener('change', ({ target }) =>
  element('form').classList.toggle('has-account', target.checked),
);

const say = (text) => {
  element('said').textContent = text;
};

const call = async (path, body, token) => {
  const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: 'Bearer ' + token }) };
  const response = await fetch('/api' + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const answer = await response.json();
  if (response.ok) return answer;
  const { message } = answer;
  throw new Error(
    Array.isArray(message) ? message.map((issue) => issue.path.join('.') + ' ' + issue.message).join('\n') : message,
  );
};

const join = async () => {
  const password = element('password').value;
  if (element('hasAccount').checked) {
    const { accessToken } = await call('/v3/auth/login', { email: invitation.email, password });
    return call('/v1/invite-org/verify', { ...invitation, accessToken });
  }
  signupToken ??= (await call('/v1/invite-org/verify', invitation)).token;
  const names = { firstName: element('firstName').value, lastName: element('lastName').value };
  return call(
    '/v3/signup/complete-account',
    { type: 'email', email: invitation.email, password, ...names },
    signupToken,
  );
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
