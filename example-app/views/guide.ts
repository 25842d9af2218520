// The front door: what the guide has, and where.
import { findCities } from '../frameworklib/catalogue.js';
import { app } from '../service.js';

export const guide = app.route('/')(() => ({
  name: 'City guide',
  cities: findCities().length,
  try: ['/cities', '/cities/oslo', '/cities?tag=museums&limit=1', '/status'],
}));
