// Implements `app.route` and `app.lambdaFunction` as decorators that work at run time, for an application that was not bundled,
// for example in a test. Standard decorators, legacy decorators and the call form fill the same registry as compiled code.
import type { Application } from './application.js';
import { layersWith } from './bound-members.js';
import { listKey } from './contract/binding.js';
import { declaredCors } from './contract/cors.js';
import { mediaTypeOf } from './contract/media-types.js';
import { DEFAULT_METHODS } from './contract/http.js';
import { captureNames } from './contract/paths.js';
import type { FunctionOptions } from './route-types/route-decorator.js';
import type { RouteOptions } from './route-types/route-options.js';
import type { BlueprintRegistry } from './blueprint-base.js';
import type { ViewClass, ViewFunction, ViewOwner, ViewRegistry } from './view-registry.js';

type Member = { readonly key: string; readonly isStatic: 0 | 1; readonly fn: ViewFunction };

/** The registry that decorators fill: an application's or a blueprint's. */
export type Registry = ViewRegistry | BlueprintRegistry;

/** An object that registers views: an application, or a blueprint's registry. */
type ViewKeeper = BlueprintRegistry | Pick<Application, '$addView' | '$registry'>;

type Register = (member: Member, owner: ViewOwner) => void;

/** A decorator in its three forms: `(method, context)`, `(target, key, descriptor)` and `(function)`. */
export type AnyDecorator = (
  target: object,
  place?: ClassMethodDecoratorContext | string | symbol,
  descriptor?: TypedPropertyDescriptor<ViewFunction>,
) => unknown;

export function routeDecorator(
  keeper: ViewKeeper,
  path: string,
  options: RouteOptions = {},
): AnyDecorator {
  const { methods = DEFAULT_METHODS, contentTypes, cors } = options;
  const captures = captureNames(path);
  const types = contentTypes ? contentTypes.map(mediaTypeOf) : 0;
  return anyDecorator(({ key, isStatic, fn }, owner) => {
    const names = parameterNames(fn);
    refuseInputs(key, names, captures);
    // If another decorator wraps the view, the names of the view's parameters are hidden. Captures are then passed in path
    // order.
    const parameters = names && captures.every((name) => names.includes(name)) ? names : captures;
    const row = [key, path, methods, parameters, isStatic] as const;
    const headers = declaredCors(cors);
    if ('mounts' in keeper) keeper.addView([...row, types, headers], owner);
    else if (headers) keeper.$addView([...row, types, headers], owner);
    else keeper.$addView(types ? [...row, types] : row, owner);
    const lists = 'mounts' in keeper ? keeper : keeper.$registry;
    lists.addList(listKey(methods, path), layersWith(options));
  });
}

/** Throws if a view has inputs other than captures, because only code that a build generates can validate them. */
function refuseInputs(
  view: string,
  names: readonly string[] | undefined,
  captures: readonly string[],
): void {
  const input = names?.find(
    (name) => /^(?:body|query|headers)$/.test(name) && !captures.includes(name),
  );
  if (input === undefined) return;
  throw new Error(
    `${view === '' ? 'A view' : `The view '${view}'`} takes '${input}', which is checked by code that a build generates, but this module was not built: add the plugin of 'framework/vite' to the configuration of the test runner.`,
  );
}

/** Returns the decorator that `app.lambdaFunction({ name })` returns. Calls `onDeclared` with the name of each function. */
export function functionDecorator(
  registry: Registry,
  { name, middleware = [] }: FunctionOptions = {},
  onDeclared?: (name: string) => void,
): AnyDecorator {
  return anyDecorator(({ key, isStatic }, owner) => {
    const declared = name ?? key;
    registry.addFunction([key, declared, isStatic], owner);
    registry.addList(declared, middleware);
    onDeclared?.(declared);
  });
}

function anyDecorator(register: Register): AnyDecorator {
  return (target, place, descriptor) => {
    if (descriptor?.value && typeof place !== 'object') {
      // A legacy decorator receives the class or its prototype.
      const isStatic = typeof target === 'function' ? 1 : 0;
      const member = { key: String(place), isStatic, fn: descriptor.value } as const;
      register(member, ownerOf(isStatic ? target : target.constructor));
      return undefined;
    }
    const fn = target as ViewFunction; // because the types of `route()` allow only functions here
    if (typeof place === 'object') registerStandard(fn, place, register);
    else register({ key: fn.name, isStatic: 0, fn }, { instance: { [fn.name]: fn } });
    return fn;
  };
}

/** A standard decorator on an instance method does not know the class until an instance is created. */
function registerStandard(
  fn: ViewFunction,
  context: ClassMethodDecoratorContext,
  register: Register,
): void {
  const member: Member = { key: String(context.name), isStatic: context.static ? 1 : 0, fn };
  if (!context.static) register(member, ownerWithoutClass(member));
  context.addInitializer(function (this: unknown) {
    const self = this as object; // because `this` of a method decorator is always an object
    register(member, ownerOf(context.static ? self : self.constructor));
  });
}

const owners = new WeakMap<object, ViewOwner>();

/** Returns the owner for a class. All views in the class get the same owner, so that they share one instance. */
function ownerOf(viewClass: object): ViewOwner {
  const owner = owners.get(viewClass) ?? { class: viewClass as ViewClass }; // because a decorated member always belongs to a class
  owners.set(viewClass, owner);
  return owner;
}

/** With this owner, a view that does not use `this` works; any other view throws an error that explains what to do. */
function ownerWithoutClass({ key, fn }: Member): ViewOwner {
  const refuse = (): never => {
    throw new Error(
      `The view '${key}' uses \`this\`, but a standard decorator that runs unbundled does not know its class: create an instance of the class first, make the view static, or test the application with the plugin of 'framework/vite'.`,
    );
  };
  const get = (_: object, name: string | symbol): unknown => (name === key ? fn : refuse());
  return { instance: new Proxy({}, { get, set: refuse }) };
}

// Reads the names of a function's parameters from its source text, because decorators have no other way to bind captures by
// name at run time. Default values may contain anything: comments, strings, templates, brackets, regular expressions.

const NAME = /^\s*([\p{ID_Start}$_][\p{ID_Continue}$]*)\s*(?:=|$)/u;
const BARE_ARROW = /^(?:async\s+)?([\p{ID_Start}$_][\p{ID_Continue}$]*)\s*=>/u;
/** Matches comments and quoted strings; any other slash may start a regular expression. */
const NOISE = /\/\/.*|\/\*[^]*?\*\/|'(?:\\[^]|[^\\'])*'|"(?:\\[^]|[^\\"])*"/y;
const REGULAR_EXPRESSION = /\/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[])+\/[a-z]*/y;
/** After one of these characters, a slash starts a regular expression; otherwise it is a division. */
const BEFORE_EXPRESSION = /[=(,:?[{}&|!;+\-*%<>~^]\s*$/;

/** Returns the parameter names in order; undefined if a parameter is destructured or a rest parameter. */
export function parameterNames(fn: (...values: never) => unknown): readonly string[] | undefined {
  const text = withoutNoise(Function.prototype.toString.call(fn)).trim();
  const bare = BARE_ARROW.exec(text)?.[1];
  if (bare !== undefined) return [bare];
  const names = parameterTexts(text).map((parameter) => NAME.exec(parameter)?.[1] ?? '');
  return names.includes('') ? undefined : names;
}

/** Returns the parameters in the first parentheses that are not inside other brackets, such as those of a computed name. */
function parameterTexts(text: string): string[] {
  const parameters: string[] = [];
  let depth = 0;
  let start = -1;
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index);
    if ('([{'.includes(character)) {
      if (depth === 0 && character === '(' && start < 0) start = index + 1;
      depth += 1;
    } else if (')]}'.includes(character)) {
      depth -= 1;
    }
    const isEnd = depth === 0 && start >= 0;
    if (isEnd || (depth === 1 && start >= 0 && character === ',')) {
      parameters.push(text.slice(start, index));
      start = index + 1;
    }
    if (isEnd) break;
  }
  // `()` and a trailing comma produce an empty last parameter.
  if (parameters.at(-1)?.trim() === '') parameters.pop();
  return parameters;
}

/** Replaces every comment, string, template and regular expression with a space. */
function withoutNoise(text: string): string {
  let code = '';
  let index = 0;
  while (index < text.length) {
    const end = endOfNoise(text, index, code);
    code += end > index ? ' ' : text.charAt(index);
    index = Math.max(end, index + 1);
  }
  return code;
}

/** Returns the end of the comment, string, template or regular expression at `index`, or `index` if there is none. */
function endOfNoise(text: string, index: number, codeBefore: string): number {
  if (text.startsWith('`', index)) return endOfTemplate(text, index + 1);
  NOISE.lastIndex = index;
  if (NOISE.test(text)) return NOISE.lastIndex;
  REGULAR_EXPRESSION.lastIndex = index;
  const isExpression = text.startsWith('/', index) && BEFORE_EXPRESSION.test(codeBefore);
  return isExpression && REGULAR_EXPRESSION.test(text) ? REGULAR_EXPRESSION.lastIndex : index;
}

/** Returns the end of the template whose text starts at `index`. `${}` in the template may contain nested templates. */
function endOfTemplate(text: string, index: number): number {
  while (index < text.length && !text.startsWith('`', index)) {
    if (text.startsWith('\\', index)) index += 2;
    else if (text.startsWith('${', index)) index = endOfSubstitution(text, index + 2);
    else index += 1;
  }
  return index + 1;
}

function endOfSubstitution(text: string, index: number): number {
  let depth = 1;
  let code = '{';
  while (index < text.length && depth > 0) {
    const end = endOfNoise(text, index, code);
    if (end > index) {
      code += ' ';
      index = end;
      continue;
    }
    const character = text.charAt(index);
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    code += character;
    index += 1;
  }
  return index;
}
