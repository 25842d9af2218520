// The application object, in a module of its own: views import it from here, and `app.ts` imports the views, so that no
// import runs in a circle.
import { Framework } from 'framework';

export const app = new Framework({ appName: 'city-guide' });

app.log.level = 'INFO';

// `views/dump.ts` answers with gzip-compressed JSON. The bytes pass the gateway unchanged because the type is binary; in
// return, a client of this service must accept JSON (`Accept: */*`, the default of curl and fetch, does).
app.api.binaryTypes.push('application/json');
