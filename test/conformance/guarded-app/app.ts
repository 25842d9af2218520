// An application whose routes require tokens from a user pool: ID tokens, and access tokens with scopes.
import { Framework, UserPoolAuthorizer } from 'framework';

export const app = new Framework({ appName: 'conformance-guarded' });

const POOL = {
  header: 'Authorization',
  providerArns: ['arn:aws:cognito-idp:us-east-1:123456789012:userpool/us-east-1_AbCdEfGhI'],
};
const people = new UserPoolAuthorizer('people', POOL);
const readers = new UserPoolAuthorizer('readers', { ...POOL, scopes: ['orders/read'] });

class Views {
  @app.route('/open')
  open() {
    return { open: true };
  }

  @app.route('/me', { authorizer: people, cors: true })
  me() {
    const { claims } = app.currentRequest.context.authorizer as { claims: { sub: string } }; // because the gateway adds it
    return { sub: claims.sub };
  }

  @app.route('/orders', { authorizer: readers })
  orders() {
    return { orders: [] };
  }

  @app.route('/orders', {
    methods: ['POST'],
    authorizer: readers,
    scopes: ['orders/write', 'admin'],
  })
  order() {
    return { ordered: true };
  }

  @app.route('/exports', { authorizer: people, scopes: ['admin'] })
  exports() {
    return { exported: true };
  }
}
