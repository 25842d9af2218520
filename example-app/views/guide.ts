// The start page: how many cities there are, and which paths to try.
import { findCities } from '../frameworklib/catalogue.js';
import { app } from '../service.js';

export const guide = app.route('/')(async () => ({
  name: 'City guide',
  cities: (await findCities()).length,
  try: ['/cities', '/cities/oslo', '/cities?tag=museums&limit=1', '/status'],
}));
