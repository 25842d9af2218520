// Says that the service is alive. A route may live in `frameworklib/` as in any other module that `app.ts` reaches.
import { app } from '../service.js';
import { findCities } from './catalogue.js';

export const status = app.route('/status')(async () => ({
  guide: process.env.GUIDE_NAME,
  cities: (await findCities()).length,
}));
