// Cities: list, read, create, replace, delete. The parameters of a view declare its input. Browsers may call these views from
// any origin.
import { ConflictError, NotFoundError, Response, type Int } from 'framework';
import { app } from '../service.js';
import { addCity, findCities, findCity, removeCity, saveCity } from '../frameworklib/catalogue.js';
import { cityOf, type City, type NewCity } from '../frameworklib/city.js';

type Choice = { tag?: string; limit?: Int<{ minimum: 1; maximum: 999 }> };

export class Cities {
  /** `?tag=coffee` selects cities by tag, and `?limit=2` limits how many are returned. */
  @app.route('/cities', { cors: true })
  async list(query: Choice) {
    const cities = await findCities(query.tag);
    return { cities: cities.slice(0, query.limit), total: cities.length };
  }

  @app.route('/cities', { methods: ['POST'], cors: true })
  async create(body: NewCity) {
    const city = cityOf(body);
    const isNew = await addCity(city);
    if (!isNew) throw new ConflictError(`${city.name} is already in the guide`);
    app.log.info(`created ${city.id}`);
    return new Response(city, 201, { Location: `/cities/${city.id}` });
  }

  @app.route('/cities/{id}', { cors: true })
  read(id: string) {
    return existingCity(id);
  }

  @app.route('/cities/{id}', { methods: ['PUT'], cors: true })
  async replace(id: string, body: NewCity) {
    await existingCity(id);
    const city = { ...cityOf(body), id };
    await saveCity(city);
    return city;
  }

  @app.route('/cities/{id}', { methods: ['DELETE'], cors: true })
  async remove(id: string) {
    if (!(await removeCity(id))) throw notFound(id);
    return new Response(null, 204);
  }
}

async function existingCity(id: string): Promise<City> {
  const city = await findCity(id);
  if (!city) throw notFound(id);
  return city;
}

function notFound(id: string): NotFoundError {
  return new NotFoundError(`no city ${id} in the guide`);
}
