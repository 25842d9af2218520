// An application that consists of blueprints (docs/decisions/blueprints.md).
import { Framework } from 'framework';
import { account } from './account.js';
import { admin } from './admin.js';
import { whole } from './layers.js';
import { tenant } from './tenant.js';

export const app = new Framework({ appName: 'conformance-parted', middleware: [whole] });

app.register(account, { urlPrefix: '/account' });
app.register(admin, { urlPrefix: '/admin', namePrefix: 'admin-' });
app.register(tenant, { urlPrefix: '/shops/{shop}' });
app.register(tenant, { urlPrefix: '/old/shops/{shop}', namePrefix: 'old-' });

export const index = app.route('/')(() => ({ hello: 'world' }));

// Declared after the registration: the order of statements does not matter.
export const late = admin.route('/late')(() => ({ late: true }));
