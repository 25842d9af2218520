// An application that sends compressed JSON (specification 4.3).
import { gzipSync } from 'node:zlib';
import { Framework, NotFoundError, Response } from 'framework';

export const app = new Framework({ appName: 'conformance-binary-json' });
app.api.binaryTypes.push('application/json');

export class Views {
  @app.route('/compressed')
  compressed() {
    return new Response(gzipSync(JSON.stringify({ compressed: true })), 200, {
      'Content-Type': 'application/json',
      'Content-Encoding': 'gzip',
    });
  }

  @app.route('/plain')
  plain() {
    return { plain: true };
  }

  @app.route('/missing')
  missing() {
    throw new NotFoundError('still a 404');
  }
}
