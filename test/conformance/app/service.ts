// The application object, in a module of its own so that every module of views can import it.
import { Framework } from 'framework';

export const app = new Framework({ appName: 'conformance' });

app.api.binaryTypes.push('application/x-custom');
app.log.level = 'DEBUG';
