// The steps of a lease and of a rotation in the target, at each of which somebody is killed.
const statements = {
  create: '/* create */',
  renew: '/* renew */',
  revoke: '/* revoke */',
  rotate: 'ALTER ROLE "rotated_',
};

/** The first bytes of a session of a rotated user, with which a rotation ends. */
const login = { what: 'log in', statement: 'user\0rotated_', isCommit: false };

const moments = (step) => ['before', 'after'].map((moment) => ({ ...step, moment }));

const steps = [
  ...Object.entries(statements).flatMap(([what, statement]) =>
    [false, true].flatMap((isCommit) => moments({ what, statement, isCommit })),
  ),
  ...moments(login),
];

const victims = ['server', 'target', 'both'];

/** Who is killed, and when; after `stepCount` cycles each has been killed at each step. */
export const stepOf = (cycle) => ({
  ...steps[cycle % steps.length],
  victim: victims[Math.floor(cycle / steps.length) % 3],
});
export const stepCount = steps.length * victims.length;

export const textOf = ({ what, isCommit, moment, victim }) =>
  `${victim} killed ${moment} ${isCommit ? 'the commit of ' : ''}"${what}"`;
