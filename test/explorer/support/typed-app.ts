// An application whose views declare their inputs, for the screenshot of the explorer and its tests.

export const TYPED_APP = `import { Framework, NotFoundError, ConflictError, Response, IAMAuthorizer, type Int, type List, type Text } from 'framework';

export const app = new Framework({ appName: 'city-guide' });

/** Two letters, ISO 3166. */
type CountryCode = Text<{ pattern: '^[A-Z]{2}$' }>;
interface NewCity {
  name: Text<{ minLength: 1; maxLength: 80 }>;
  country: CountryCode;
  /** People who live there. */
  population: Int<{ minimum: 0 }>;
  tags?: List<string, { maxItems: 9 }>;
}
interface City extends NewCity {
  id: string;
}

const CITIES = new Map<string, City>([
  ['oslo', { id: 'oslo', name: 'Oslo', country: 'NO', population: 709037, tags: ['coast', 'museums'] }],
  ['porto', { id: 'porto', name: 'Porto', country: 'PT', population: 231800, tags: ['river', 'wine'] }],
]);

export class Cities {
  /** Lists the cities of the guide. */
  @app.route('/cities', { cors: true })
  list(query: { tag?: string; sort?: 'name' | 'population'; limit?: Int<{ minimum: 1; maximum: 999 }> }): City[] {
    return [...CITIES.values()].filter(({ tags }) => query.tag === undefined || tags?.includes(query.tag)).slice(0, query.limit);
  }

  /** Adds a city. Its id is made of its name. */
  @app.route('/cities', { methods: ['POST'], cors: true })
  create(body: NewCity) {
    const id = body.name.toLowerCase();
    if (CITIES.has(id)) throw new ConflictError(\`\${body.name} is already in the guide\`);
    const city = { ...body, id };
    CITIES.set(id, city);
    return new Response(city, 201, { Location: \`/cities/\${id}\` });
  }

  /** One city. */
  @app.route('/cities/{id}', { cors: true })
  read(id: string): City {
    const city = CITIES.get(id);
    if (!city) throw new NotFoundError(\`no city \${id} in the guide\`);
    return city;
  }

  /** Replaces what is given. */
  @app.route('/cities/{id}', { methods: ['PUT'], cors: true })
  replace(id: string, body: Partial<NewCity>, headers: { 'if-match'?: string }): City {
    if (headers['if-match'] !== undefined) throw new ConflictError('the city has no versions');
    return { ...this.read(id), ...body };
  }

  @app.route('/cities/{id}', { methods: ['DELETE'], cors: true })
  remove(id: string) {
    CITIES.delete(id);
    return new Response(null, 204);
  }
}

export class Reports {
  /** Fails, to show how that looks. */
  @app.route('/reports/{year}')
  yearly(year: Int<{ minimum: 1900 }>): { year: number } {
    if (year < 2000) throw new RangeError(\`no report of \${year}\`);
    return { year };
  }

  /** Who asks, by the signature of the request. */
  @app.route('/reports/caller', { authorizer: new IAMAuthorizer() })
  caller() {
    return { caller: app.currentRequest.context.identity.userArn };
  }

  @app.route('/reports/partners', { apiKeyRequired: true })
  partners(): string[] {
    return [...CITIES.keys()];
  }
}
`;
