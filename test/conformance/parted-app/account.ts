// A blueprint that admits signed callers with a key, and what of it is open to everyone.
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
