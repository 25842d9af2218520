// The errors that a view may throw (specification 7).
import {
  BadRequestError,
  ConflictError,
  ForbiddenError,
  FrameworkViewError,
  MethodNotAllowedError,
  NotFoundError,
  RequestTimeoutError,
  TooManyRequestsError,
  UnauthorizedError,
  UnprocessableEntityError,
} from 'framework';
import { app } from '../service.js';

const ERRORS = {
  BadRequestError,
  UnauthorizedError,
  ForbiddenError,
  NotFoundError,
  MethodNotAllowedError,
  RequestTimeoutError,
  ConflictError,
  UnprocessableEntityError,
  TooManyRequestsError,
  FrameworkViewError,
};

// The bundler rewrites a module that mentions `__dirname`; its classes must keep their names.
class CityNotFoundError extends NotFoundError {}

export class Errors {
  @app.route('/errors/{name}')
  raise(name: string) {
    throw new ERRORS[name as keyof typeof ERRORS](`raised ${name}`);
  }

  @app.route('/errors/returned')
  returned() {
    return new ConflictError('returned, not raised');
  }

  @app.route('/errors/subclass')
  subclass() {
    throw new CityNotFoundError('no such city');
  }

  @app.route('/errors/later')
  async later() {
    await null;
    throw new ForbiddenError('later');
  }

  @app.route('/unhandled/error')
  unhandled() {
    throw new TypeError('secret of the server');
  }

  @app.route('/unhandled/returned')
  returnedUnhandled() {
    return new TypeError('secret of the server');
  }

  @app.route('/unhandled/rejection')
  async rejection() {
    await null;
    throw new TypeError('secret of the server');
  }

  @app.route('/unhandled/null')
  thrownNull() {
    throw null;
  }

  @app.route('/unhandled/undefined')
  thrownUndefined() {
    throw undefined;
  }

  @app.route('/unhandled/text')
  thrownText() {
    throw 'secret of the server';
  }
}
