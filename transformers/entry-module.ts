// Generates the module that Lambda loads. It runs the application and exports a handler for the API and one for each lambda
// function.

export type EntryModule = {
  /** The modules that run when the application is loaded, relative to the project, in evaluation order. */
  readonly files: readonly string[];
  /** Names of the functions declared with `app.lambdaFunction()`. */
  readonly functions: readonly string[];
  /** True if a route streams. */
  readonly streams: boolean;
  /** True if a view may read `request.signal`. */
  readonly isTimed: boolean;
  /** True if log lines may be written as JSON. */
  readonly isIdentified: boolean;
};

/** The name under which the handler of the streaming routes is exported. */
export const STREAM_EXPORT = 'stream';

/** Returns the name under which the handler of a lambda function is exported. */
export function functionExport(name: string): string {
  return `function_${name}`;
}

/**
 * The entry module imports every module itself. Otherwise, a module that only decorators use would no longer be imported, and
 * with `"sideEffects": false`, a bundler would drop a module that is imported only for its side effects.
 */
export function entryModule(entry: EntryModule): string {
  const { files, functions, streams, isTimed, isIdentified } = entry;
  const identified = (handler: string): string =>
    isIdentified ? `identified(${handler})` : handler;
  const handlers = functions.map(
    (name, index) =>
      `const f${index} = ${identified(`functionHandlerOf(app, ${JSON.stringify(name)})`)};\n` +
      `export { f${index} as ${JSON.stringify(functionExport(name))} };\n`,
  );
  const handlerName = streams ? 'bufferedHandlerOf' : 'handlerOf';
  const names = [
    'applications',
    ...(handlers.length > 0 ? ['functionHandlerOf'] : []),
    handlerName,
    ...(isIdentified ? ['identified'] : []),
    ...(isTimed ? ['timed'] : []),
    ...(streams ? ['streamHandlerOf'] : []),
  ];
  const handler = identified(`${handlerName}(app)`);
  return [
    ...files.map((file) => `import ${JSON.stringify(`./${file}`)};\n`),
    `import { ${names.join(', ')} } from 'framework';\n`,
    'const [app] = applications;\n',
    `export const handler = ${isTimed ? `timed(${handler})` : handler};\n`,
    ...handlers,
    ...(streams ? ['export const stream = streamHandlerOf(app);\n'] : []),
  ].join('');
}
