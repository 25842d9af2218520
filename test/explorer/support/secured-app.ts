// An application whose providers declare security schemes, and whose errors have a custom format.

export const SECURED_APP = `import { errorFormat, Framework, middleware, UnauthorizedError, type Text } from 'framework';

interface Failure {
  errors: Record<string, string[]>;
}
export const failures = errorFormat<Failure>({
  invalidStatus: 422,
  invalid: () => ({ errors: { input: ['is wrong'] } }),
});
export const app = new Framework({ appName: 'shop', errors: failures });

export const user = middleware.provide(
  (request, next) => {
    if (!request.headers['Authorization']) throw new UnauthorizedError('sign in first');
    return next(request.headers['Authorization']);
  },
  { security: { type: 'http', scheme: 'bearer' } },
);
export const staff = middleware.provide((request, next) => next(request.headers['Authorization']), {
  security: { type: 'http', scheme: 'basic' },
  optional: true,
});
export const partner = middleware.provide((request, next) => next(request.queryParams?.['key']), {
  security: { type: 'apiKey', in: 'query', name: 'key' },
});
export const session = middleware.provide((request, next) => next(request.headers['Cookie']), {
  security: { type: 'apiKey', in: 'cookie', name: 'sid' },
});

export const mine = app.route('/mine', { middleware: [user] })(() => ({ user: user.value }));
export const note = app.route('/notes', { methods: ['POST'], middleware: [user, partner, session] })(
  (body: { text: Text<{ minLength: 1 }> }) => {
    console.log('noted', body.text);
    const tenant = app.currentRequest.headers['x-tenant'];
    return { ...body, user: user.value, key: partner.value, session: session.value, tenant };
  },
);
export const both = app.route('/both', { middleware: [staff] })(() => ({ staff: staff.value ?? null }));
`;
