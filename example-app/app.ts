// The city guide. Every module imported here declares its views on the application of `service.ts`. The compiler starts at this
// file and reads the modules that it imports, directly or through others.
import './views/guide.js';
import './views/cities.js';
import './views/photos.js';
import './views/reviews.js';
import './views/walks.js';
import './views/dump.js';
import './views/members.js';
import './functions/token-check.js';
import './functions/ranking.js';
import './functions/arrivals.js';
import './functions/seed.js';
import './frameworklib/status.js';

export { app } from './service.js';
