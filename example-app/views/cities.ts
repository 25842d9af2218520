// The cities: list, read, create, replace, delete. Browsers of any origin may call them.
import {
  BadRequestError,
  ConflictError,
  NotFoundError,
  Response,
  UnprocessableEntityError,
} from 'framework';
import { app } from '../service.js';
import { addCity, findCities, findCity, removeCity, saveCity } from '../frameworklib/catalogue.js';
import { readCity, type City } from '../frameworklib/city.js';

export class Cities {
  /** `?tag=coffee` picks, `?limit=2` cuts. */
  @app.route('/cities', { cors: true })
  async list() {
    const query = app.currentRequest.queryParams;
    const cities = await findCities(query?.['tag']);
    return { cities: cities.slice(0, limitOf(query?.['limit'])), total: cities.length };
  }

  @app.route('/cities', { methods: ['POST'], cors: true })
  async create() {
    const city = cityOfRequest();
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
  async replace(id: string) {
    await existingCity(id);
    const city = { ...cityOfRequest(), id };
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

function cityOfRequest(): City {
  const reading = readCity(app.currentRequest.jsonBody);
  if (reading.kind === 'problems') throw new UnprocessableEntityError(reading.problems.join('; '));
  return reading.city;
}

function limitOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,2}$/.test(text))
    throw new BadRequestError('limit must be a number from 1 to 999');
  return Number(text);
}
