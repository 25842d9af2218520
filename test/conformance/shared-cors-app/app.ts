// An application's CORS settings, which its routes and blueprints can override.
import { Blueprint, CORSConfig, Framework } from 'framework';

export const app = new Framework({ appName: 'conformance-shared-cors' });

export const plain = app.route('/')(() => ({ cors: 'of the application' }));

export class Views {
  @app.route('/closed', { cors: false })
  closed() {
    return { cors: 'none' };
  }

  @app.route('/open', { cors: true })
  open() {
    return { cors: 'of the route' };
  }
}

const inner = new Blueprint();
const outer = new Blueprint({ cors: true });
const none = new Blueprint({ cors: false });

export const item = inner.route('/item')(() => ({ item: 1 }));
export const shut = none.route('/item')(() => ({ item: 2 }));

outer.register(inner);
app.register(inner, { urlPrefix: '/inner', namePrefix: 'inner-' });
app.register(outer, { urlPrefix: '/outer' });
app.register(none, { urlPrefix: '/none' });

// Set after the routes to which it applies: the order of statements does not matter.
app.api.cors = new CORSConfig({ allowOrigin: 'https://one.example', maxAge: 600 });
