// Shows that the service is running. A route may be in `frameworklib/`, as in any other module that `app.ts` imports.
import { app } from '../service.js';
import { findCities } from './catalogue.js';

export const status = app.route('/status')(async () => ({
  guide: process.env.GUIDE_NAME,
  cities: (await findCities()).length,
}));
