// Finds the runtime names that an application may use, from the texts of its modules. If in doubt, a name is treated as used.
// The result affects only the size of the bundle.

/** The parts of the runtime that a bundle keeps. */
export type UsedNames = {
  /** Returns true if a runtime feature is used, given its group and name in `$uses`. */
  readonly uses: (group: string, name: string) => boolean;
  /** Returns true if the application may read the name of a runtime class. */
  readonly names: (name: string) => boolean;
};

/** Words that indicate code that may read the request or call the view in ways that `readsAtOnce` does not check. */
const READ_LATER: readonly string[] = ['Blueprint', 'createHandler', '$schema'];

/** Matches names of streams, and keywords that yield streams. A package may return streams without any of these words. */
const STREAMS =
  /\b(?:\w*Readable\w*|PassThrough|createReadStream|Async(?:Iterable|Generator)\w*)\b|\.stream\s*\(|\basync\s*(?:function\s*)?\*/;

/** The formats in which a stream can be sent: events, lines of JSON, or unchanged text and bytes. */
const SHAPES: readonly string[] = ['$streamEvents', '$streamLines', '$streamRaw'];

/** Matches an import or re-export of `secret` or `parameter`. */
const PARAMETERS =
  /\b(?:import|export)\b[^;'"`]*\{[^}]*\b(?:secret|parameter)\b[^}]*\}\s*from\s*['"`]framework['"`]/;

/** Names whose use adds to an application's registry. */
const REGISTERED: readonly string[] = [
  '$callFunction',
  '$functions',
  '$list',
  '$on',
  'Blueprint',
  'functionHandlerOf',
  'middleware',
];

/**
 * Finds the names that are used. `written` contains names that the compiler writes or calls for these modules. `readsAtOnce`
 * tells whether the modules read the current request only while their views are being called.
 */
export function usedNames(
  texts: readonly string[],
  written: readonly string[],
  readsAtOnce: () => boolean = () => false,
): UsedNames {
  const isAllUsed = texts.some(takesEveryName);
  const known = new Map(written.map((name) => [name, true]));
  // Template literals contain this word in each `${`.
  known.set('$', known.has('$') || texts.some((text) => text.includes('.$(')));
  // Both names are common words.
  const areParametersUsed = texts.some((text) => PARAMETERS.test(text));
  for (const name of ['secret', 'parameter']) known.set(name, areParametersUsed);
  const has = (name: string): boolean => {
    const isUsed = isAllUsed || (known.get(name) ?? texts.some((text) => hasWord(text, name)));
    known.set(name, isUsed);
    return isUsed;
  };
  const whole = new Set(wholeClasses(texts));
  const inApp = (name: string): boolean => whole.has('Application') || has(name);
  const isReading = inApp('currentRequest');
  const isAtOnce =
    isReading && !whole.has('Application') && !isAllUsed && !READ_LATER.some(has) && readsAtOnce();
  // `next()` in a middleware returns a Response, even if the application does not name that class.
  const answers = has('Response') || has('middleware');
  const isRequestRead = isReading || has('middleware') || (has('errorFormat') && has('request'));
  const isLogUsed = inApp('log') || has('$jsonLogs');
  const isApiHandedOn = whole.has('Application') || texts.some(handsApiOn);
  const sharedCors = isApiHandedOn ? /[.'"`]\s*cors\b/ : /\bapi!?\s*\??\.\s*cors\b/;
  const listed = has('binaryTypes') || isApiHandedOn;
  const special: Readonly<Record<string, boolean>> = {
    'app.$begun': isAtOnce,
    'app.$stored': isReading && !isAtOnce,
    'app.api': inApp('api') || listed || answers,
    'app.binaryTypes': listed,
    'app.log': isLogUsed,
    'log.error': isLogUsed, // the runtime uses this method to log unhandled errors
    // Captures are decoded before the middleware runs if a view's inputs are read inside it.
    'code.$captures': has('$captures') || (has('middleware') && (has('$text') || has('$capture'))),
    'code.$registry': REGISTERED.some(has),
    'code.$request': isRequestRead,
    'code.$streamMixed': SHAPES.filter(has).length > 1,
    'parts.comment': has('sse') && has('comment'),
    'parts.Response': answers,
    'parts.$mayStream': has('$stream') || texts.some((text) => STREAMS.test(text)),
    'parts.redirect': answers && has('redirect'),
    'parts.setCookie': answers && has('setCookie'),
    'parts.$sharedCors': isAllUsed || texts.some((text) => sharedCors.test(text)),
    'parts.$undeclared': isAllUsed, // a build knows which views stream, so this is needed only without a build
  };
  const groups: Readonly<Record<string, (name: string) => boolean>> = {
    app: inApp,
    log: (name) => isLogUsed && (whole.has('Logger') || has(name)),
    part: (name) => has('Blueprint') && (whole.has('BlueprintBase') || has(name)),
    request: (name) => isRequestRead && (whole.has('Request') || has(name)),
    settings: (name) => written.includes(`$${name}`),
    sources: (name) => has('$on') && has(name),
  };
  return {
    uses: (group, name) => special[`${group}.${name}`] ?? (groups[group] ?? has)(name),
    names: (name) => whole.has(name) || has(name),
  };
}

function wholeClasses(texts: readonly string[]): readonly string[] {
  const names = new Set(texts.flatMap(applicationNames));
  return [
    ...(texts.some((text) => handsRequestOn(text) || handsLayerOn(text)) ||
    (texts.some((text) => hasWord(text, 'errorFormat')) && texts.some(handsErrorOn))
      ? ['Request']
      : []),
    ...(texts.some(handsLogOn) ? ['Logger'] : []),
    ...(texts.some((text) => [...names].some((name) => isIndexed(name, text)))
      ? [
          'Application',
          ...(texts.some((text) => hasWord(text, 'Blueprint')) ? ['BlueprintBase'] : []),
        ]
      : []),
  ];
}

export function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!/[\w$]/.test(text.charAt(at - 1)) && !/[\w$]/.test(text.charAt(at + word.length)))
      return true;
  return false;
}

/** Returns true for `import * as names from 'framework'`, `export *`, `import('framework')` or `require('framework')`. */
function takesEveryName(text: string): boolean {
  return /(?:\*\s*(?:as\s+[\w$]+\s*)?from|\b(?:import|require)\s*\()\s*['"`]framework(?:\/middleware)?['"`]/.test(
    text,
  );
}

/** Matches the read of a named member after a value. It excludes `constructor`, which gives access to every member. */
const READ = /^!?\s*\??\.\s*(?!constructor\b)[A-Za-z_$]/;

type Use = { readonly before: string; readonly behind: string };

function usesOf(word: string, text: string): readonly Use[] {
  return [...text.matchAll(new RegExp(`(?<![\\w$])${word}(?![\\w$])`, 'g'))].map(({ index }) => ({
    before: text.slice(0, index),
    behind: text.slice(index + word.length),
  }));
}

/** Returns true if a module uses the request in any way other than reading members by name. Any member may then be used. */
function handsRequestOn(text: string): boolean {
  return usesOf('currentRequest', text).some(
    ({ before, behind }) =>
      !READ.test(behind) && !(/^!?\s*[;\n]/.test(behind) && isTakenApart(before, text)),
  );
}

/**
 * Matches the code between `middleware` and the end of its function's first parameter, or of an empty parameter list. A comment
 * matches in only one way, because the time for a line of slashes would otherwise be exponential.
 */
const LAYER =
  /^(?:\s*\.\s*(?:provide|answerHeaders))?\s*(?:<[^()]*>\s*)?\((?:\s|\/\/.*\r?\n|\/\*(?:[^*]|\*(?!\/))*\*\/)*(?:async\b\s*)?(?:function\b\s*[\w$]*\s*)?(?:\(\s*)?(?:\)|([A-Za-z_$][\w$]*|\{(?:[^{}]|\{[^{}]*\})*\})(?=\s*[,:)=?]))/;

/** Returns true if a middleware uses its request in any way other than reading members by name. */
function handsLayerOn(text: string): boolean {
  return usesOf('middleware', text).some(({ behind }) => {
    if (/^\s*(?:[,:}]|\.\s*event\b)|^['"/]/.test(behind)) return false;
    const [start, name] = LAYER.exec(behind) ?? [];
    if (start === undefined || hasWord(text, 'arguments')) return true;
    if (name === undefined) return false;
    const nameEnd = text.length - behind.length + start.length;
    return name.startsWith('{')
      ? /\.\.\.|\[/.test(name)
      : name === 'this' || !isReadByName(name, text, nameEnd - name.length);
  });
}

/** Returns true if the request that an error contains may be used in any way other than reading members by name. */
function handsErrorOn(text: string): boolean {
  return usesOf('request', text).some(({ before, behind }) => {
    if (before.endsWith('.')) return !READ.test(behind);
    if (!/^\s*[,:}]/.test(behind) || !/\{[^{}()]*$/.test(before.slice(-200))) return false;
    return /^\s*:/.test(behind) || !isReadByName('request', text, before.length);
  });
}

/** Returns true if the log is passed on, for example to an AWS service client, which may call any of its methods. */
function handsLogOn(text: string): boolean {
  return usesOf('log', text).some(({ behind }) => !READ.test(behind) && !/^\s*\(/.test(behind));
}

/** Returns true if `api` is passed on. The word is common, so only a member, a name in a pattern or a string counts. */
function handsApiOn(text: string): boolean {
  return usesOf('api', text).some(
    ({ before, behind }) => /[.{,'"`]\s*$/.test(before.slice(-100)) && !READ.test(behind),
  );
}

/** Returns the names of the variables to which an application or a blueprint is assigned. */
function applicationNames(text: string): readonly string[] {
  // Searches for the assigned value and from there back to the name, so that each character is visited only a few times,
  // however long a word is.
  const made = text.matchAll(/=\s*new\s+(?:[\w$]+\.)*(?:Framework|Blueprint)\b/g);
  return [...made].flatMap(({ index }) => {
    const start = Math.max(text.lastIndexOf('=', index - 1), text.lastIndexOf(';', index - 1)) + 1;
    const [, name] = /(?<!\w)([A-Za-z_]\w*)\s*(?::|$)/.exec(text.slice(start, index)) ?? [];
    return name ?? [];
  });
}

/** Returns true if members of a variable are read with computed names. `{ app as other }` only renames the variable. */
function isIndexed(name: string, text: string): boolean {
  return usesOf(name, text).some(
    ({ before, behind }) =>
      /^!?\s*(?:\?\.\s*)?\[|^\s+as\s+(?!\w+\s*[,}])|^\s*\.\s*constructor\b/.test(behind) ||
      /\b(?:Reflect|Object)\.\w+\(\s*$/.test(before.slice(-100)),
  );
}

/** Returns true for `const { method } = app.currentRequest`, and for a constant whose members are read by name. */
function isTakenApart(before: string, text: string): boolean {
  const pattern = /\b(?:const|let|var)\s*\{([^{}]*)\}\s*=\s*[\w$.]+\.\s*$/.exec(before)?.[1];
  if (pattern !== undefined) return !/\.\.\.|\[/.test(pattern);
  const name = /(?<!\bexport\s+)\bconst\s+([A-Za-z_]\w*)\s*=\s*[\w$.]+\.\s*$/.exec(before)?.[1];
  return name !== undefined && isReadByName(name, text);
}

/** Returns true if a name is used only to read members by name. It may also occur at the position `declaredAt`. */
function isReadByName(name: string, text: string, declaredAt = -1): boolean {
  return usesOf(name, text).every(
    ({ before, behind }) =>
      before.length === declaredAt ||
      READ.test(behind) ||
      /^\s*=\s*[\w$.]+\.\s*currentRequest!?\s*[;\n]/.test(behind),
  );
}
