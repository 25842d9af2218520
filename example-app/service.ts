// The application object, in its own module: views import it from here, and `app.ts` imports the views, so the imports form no
// cycle.
import { Framework } from 'framework';

export const app = new Framework({ appName: 'city-guide' });

app.log.level = 'INFO';

// `views/dump.ts` responds with gzip-compressed JSON. The gateway passes the bytes on unchanged because the type is binary. In
// return, clients of this service must accept JSON; curl and fetch do by default (`Accept: */*`).
app.api.binaryTypes.push('application/json');
