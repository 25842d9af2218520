// An application with `debug` set to true (specification 2.1, 7).
import { Framework, NotFoundError } from 'framework';

export const app = new Framework({ appName: 'conformance-debug' });
app.debug = true;

export class Views {
  @app.route('/unhandled', { cors: true })
  unhandled() {
    throw new TypeError('shown to the developer');
  }

  @app.route('/built-in')
  builtIn() {
    throw new NotFoundError('as without debug');
  }
}
