// The application object, in its own module: views import it from here, and `app.ts` imports the views, so that there is no
// import cycle.
import { Framework } from 'framework';

export const app = new Framework({ appName: 'city-guide' });

app.log.level = 'INFO';

// `views/dump.ts` responds with gzip-compressed JSON. Because the media type is binary, the gateway passes the bytes on
// unchanged. In return, clients of this service must accept JSON; curl and fetch do so by default (`Accept: */*`).
app.api.binaryTypes.push('application/json');
