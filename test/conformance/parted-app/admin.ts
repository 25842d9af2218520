// Views in a module that does not import the application.
import { Blueprint } from 'framework';
import { counted, ofAdmin, own, user } from './layers.js';
import { reports } from './reports.js';

export const admin = new Blueprint({
  middleware: [ofAdmin, user, counted],
  cors: true,
  contentTypes: ['text/plain', 'application/json'],
});

class Users {
  @admin.route('/')
  index() {
    return { path: admin.currentRequest.context.resourcePath, user: user.value.name };
  }

  @admin.route('/users/{id}', { methods: ['GET', 'PUT'], middleware: [own] })
  user(id: string) {
    return { id, user: user.value.name };
  }

  @admin.route('/closed', { cors: false, contentTypes: ['application/json'], methods: ['PUT'] })
  closed() {
    return { closed: true };
  }

  @admin.lambdaFunction()
  static sweep() {
    return 'swept';
  }
}

export const called = admin.route('/called', { middleware: [own] })(() => ({ called: true }));

admin.register(reports, { urlPrefix: '/reports/{year}', namePrefix: 'reports-' });

export { Users };
