// A blueprint that accepts signed requests with a key, and its public parts.
import { Blueprint, IAMAuthorizer } from 'framework';

export const account = new Blueprint({
  authorizer: new IAMAuthorizer(),
  apiKeyRequired: true,
  cors: true,
});

class Account {
  @account.route('/')
  index() {
    return { account: 'ann' };
  }

  @account.route('/login', { authorizer: null, apiKeyRequired: false })
  login() {
    return { login: 'open' };
  }
}

const help = new Blueprint({ authorizer: null, apiKeyRequired: false });

export const topics = help.route('/')(() => ({ topics: [] }));

export const mine = help.route('/mine', { authorizer: new IAMAuthorizer() })(() => ({ mine: [] }));

account.register(help, { urlPrefix: '/help' });

export { Account };
