// The application object, in a separate module so that every module with views can import it.
import { Framework } from 'framework';

export const app = new Framework({ appName: 'conformance' });

app.api.binaryTypes.push('application/x-custom');
app.log.level = 'DEBUG';
