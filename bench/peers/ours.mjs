// Creates the same routes as an application of this framework: one class per resource, twenty resources per file.
import { writeFiles } from '../synthetic-app.mjs';

const RESOURCES_A_FILE = 20;

/** Writes a complete project. */
export function writeOurs(directory, { resources, layers = 0 }) {
  const files = {
    ...projectFiles(),
    'service.ts': layers === 0 ? SERVICE : serviceWith(layers),
    'views.ts': FIVE_VIEWS,
  };
  const names = ['./views.js'];
  for (let first = 0; first < resources; first += RESOURCES_A_FILE) {
    const last = Math.min(first + RESOURCES_A_FILE, resources);
    files[`resources-${first}.ts`] = resourceModule(first, last);
    names.push(`./resources-${first}.js`);
  }
  files['app.ts'] =
    `${names.map((name) => `import '${name}';`).join('\n')}\nexport { app } from './service.js';\n`;
  writeFiles(directory, files);
}

function projectFiles() {
  return {
    'package.json': JSON.stringify({ name: 'bench-app', private: true, type: 'module' }),
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        target: 'es2023',
        module: 'nodenext',
        types: [],
        strict: true,
        skipLibCheck: true,
      },
    }),
    '.framework/config.json': JSON.stringify({
      version: '2.0',
      app_name: 'bench',
      stages: { dev: { api_gateway_stage: 'api' } },
    }),
  };
}

const SERVICE = `import { Framework } from 'framework';

export const app = new Framework({ appName: 'bench' });
`;

/** Returns a module with middleware that counts itself. */
function serviceWith(layers) {
  const names = Array.from({ length: layers }, (_, at) => `layer${at}`);
  const counted = names.map(
    (name) => `const ${name} = middleware(async (_request, next) => {
  const response = await next();
  response.headers['X-Layers'] = String(Number(response.headers['X-Layers'] ?? 0) + 1);
  return response;
});
`,
  );
  return `import { Framework, middleware } from 'framework';

${counted.join('')}
export const app = new Framework({ appName: 'bench', middleware: [${names.join(', ')}] });
`;
}

const FIVE_VIEWS = `import { NotFoundError } from 'framework';
import { app } from './service.js';

class Views {
  @app.route('/')
  index() {
    return { hello: 'world' };
  }

  @app.route('/hello/{name}')
  hello(name: string) {
    return { hello: name };
  }

  @app.route('/items', { methods: ['POST'] })
  items() {
    const { name, price, count, tags } = app.currentRequest.jsonBody as {
      name: string;
      price: number;
      count: number;
      tags: string[];
    };
    return { name, total: price * count, tags };
  }

  @app.route('/users/{user}/orders/{order}')
  orders(user: string, order: string) {
    return { user, order, limit: app.currentRequest.queryParams?.limit ?? null };
  }

  @app.route('/missing/{id}')
  missing(id: string) {
    throw new NotFoundError(\`no item \${id}\`);
  }
}
`;

function resourceModule(first, last) {
  const length = last - first;
  const classes = Array.from({ length }, (_, offset) => resourceClass(first + offset));
  return `import { app } from './service.js';\n\n${classes.join('\n')}`;
}

function resourceClass(at) {
  return `class Resource${at} {
  @app.route('/r${at}')
  list${at}() {
    return { list: ${at} };
  }

  @app.route('/r${at}', { methods: ['POST'] })
  create${at}() {
    return { created: ${at}, item: app.currentRequest.jsonBody };
  }

  @app.route('/r${at}/{id}')
  read${at}(id: string) {
    return { item: ${at}, id };
  }

  @app.route('/r${at}/{id}', { methods: ['PUT'] })
  replace${at}(id: string) {
    return { replaced: ${at}, id, item: app.currentRequest.jsonBody };
  }

  @app.route('/r${at}/{id}/parts/{part}', { methods: ['DELETE'] })
  remove${at}(id: string, part: string) {
    return { removed: ${at}, id, part };
  }
}
`;
}
