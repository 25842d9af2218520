// Creates random programs whose values are known, because they are computed while the program is generated.

export type RandomProgram = {
  readonly source: string;
  /** The expression to evaluate, and its value after all statements have run. */
  readonly expression: string;
  readonly value: string | undefined;
};

type Box = Record<string, string | undefined>;
type State = {
  readonly lines: string[];
  readonly texts: Map<string, string | undefined>;
  readonly boxes: Map<string, Box>;
  readonly lists: Map<string, string[]>;
  readonly random: (below: number) => number;
  count: number;
};

/** Creates a pseudo-random generator that returns the same numbers for the same seed. */
export function createRandom(seed: number): (below: number) => number {
  let state = seed * 2654435761 + 1;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const KEYS = ['a', 'b', 'c'];

export function randomProgram(seed: number): RandomProgram {
  const state: State = {
    lines: [],
    texts: new Map([['start', 's']]),
    boxes: new Map([['box', { a: '1', b: '2' }]]),
    lists: new Map([['list', ['x', 'y']]]),
    random: createRandom(seed),
    count: 0,
  };
  state.lines.push(
    `let start = 's';`,
    `const box: any = { a: '1', b: '2' };`,
    `const list = ['x', 'y'];`,
  );
  const length = 3 + state.random(10);
  for (let index = 0; index < length; index++) STATEMENTS[state.random(STATEMENTS.length)]?.(state);
  const asked = choice(state);
  return { source: state.lines.join('\n'), expression: asked.text, value: asked.value };
}

type Valued = { readonly text: string; readonly value: string | undefined };

function pick<T>({ random }: State, values: readonly T[]): T | undefined {
  return values[random(values.length)];
}

function fresh(state: State): string {
  return `v${String(state.count++)}`;
}

/** Creates an expression that refers to a name. */
function choice(state: State): Valued {
  const kind = state.random(3);
  if (kind === 0) {
    const [name, value] = pick(state, [...state.texts]) ?? ['undefined', undefined];
    return { text: name, value };
  }
  if (kind === 1) {
    const [name, box] = pick(state, [...state.boxes]) ?? ['box', {}];
    const key = pick(state, KEYS) ?? 'a';
    return state.random(2) === 0
      ? { text: `${name}.${key}`, value: box[key] }
      : { text: `${name}['${key}']`, value: box[key] };
  }
  const [name, list] = pick(state, [...state.lists]) ?? ['list', []];
  const index = state.random(3);
  return { text: `${name}[${String(index)}]`, value: list[index] };
}

/** Creates any expression. */
function expression(state: State, depth = 0): Valued {
  const kind = state.random(depth > 2 ? 2 : 7);
  const letter = 'klmn'.charAt(state.random(4));
  if (kind === 0) return { text: `'${letter}'`, value: letter };
  if (kind === 1) return choice(state);
  const first = expression(state, depth + 1);
  const second = expression(state, depth + 1);
  switch (kind) {
    case 2:
      return { text: `\`${letter}\${${first.text}}\``, value: `${letter}${String(first.value)}` };
    case 3:
      return {
        text: `(${first.text} + '-' + ${second.text})`,
        value: `${String(first.value)}-${String(second.value)}`,
      };
    case 4: {
      const isFirst = state.random(2) === 0;
      const test = isFirst ? 'Date.now() > 1' : 'Date.now() < 1';
      return {
        text: `(${test} ? ${first.text} : ${second.text})`,
        value: isFirst ? first.value : second.value,
      };
    }
    case 5:
      return { text: `(${first.text} ?? ${second.text})`, value: first.value ?? second.value };
    default:
      return { text: `(${first.text} || ${second.text})`, value: first.value || second.value };
  }
}

type Statement = (state: State) => void;

const STATEMENTS: readonly Statement[] = [
  (state) => declare(state, expression(state)),
  (state) => declare(state, expression(state)),
  // Assigns to a variable, either immediately or in a function.
  (state) => {
    const [name] = pick(state, [...state.texts]) ?? ['start'];
    const { text, value } = expression(state);
    const forms = [
      `${name} = ${text};`,
      `(() => { ${name} = ${text}; })();`,
      `({ x: ${name} } = { x: ${text} });`,
    ];
    state.lines.push(pick(state, forms) ?? '');
    state.texts.set(name, value);
  },
  // Creates an alias or a copy of an object.
  (state) => {
    const [name, box] = pick(state, [...state.boxes]) ?? ['box', {}];
    const other = fresh(state);
    const isCopy = state.random(2) === 0;
    state.lines.push(`const ${other}: any = ${isCopy ? `{ ...${name} }` : name};`);
    state.boxes.set(other, isCopy ? { ...box } : box);
  },
  // Writes a member in one of several ways.
  (state) => {
    const [name, box] = pick(state, [...state.boxes]) ?? ['box', {}];
    const key = pick(state, KEYS) ?? 'a';
    const { text, value } = expression(state);
    const forms = [
      `${name}.${key} = ${text};`,
      `${name}['${key}'] = ${text};`,
      `${name}[String('${key}')] = ${text};`,
      `Object.assign(${name}, { ${key}: ${text} });`,
      `((x: any) => { x.${key} = ${text}; })(${name});`,
      `[${name}].forEach((x) => { x.${key} = ${text}; });`,
      `Reflect.set(${name}, '${key}', ${text});`,
      `new Map([['k', ${name}]]).get('k')!.${key} = ${text};`,
      `(function () { this.${key} = ${text}; }).call(${name});`,
    ];
    state.lines.push(pick(state, forms) ?? '');
    box[key] = value;
  },
  (state) => {
    const [name, box] = pick(state, [...state.boxes]) ?? ['box', {}];
    state.lines.push(`delete ${name}.a;`);
    delete box.a;
  },
  // Creates a new object that contains an old one.
  (state) => {
    const [name, box] = pick(state, [...state.boxes]) ?? ['box', {}];
    const other = fresh(state);
    const { text, value } = expression(state);
    const isBehind = state.random(2) === 0;
    state.lines.push(
      `const ${other}: any = { ${isBehind ? `...${name}, b: ${text}` : `b: ${text}, ...${name}`} };`,
    );
    state.boxes.set(other, isBehind ? { ...box, b: value } : { b: value, ...box });
  },
  (state) => {
    const [name, list] = pick(state, [...state.lists]) ?? ['list', []];
    const forms: readonly (readonly [string, () => void])[] = [
      [`${name}.push('p');`, () => list.push('p')],
      [`${name}.unshift('u');`, () => list.unshift('u')],
      [`${name}.reverse();`, () => list.reverse()],
      [`${name}[0] = 'w';`, () => (list[0] = 'w')],
      [`${name}.splice(0, 1, 'z');`, () => list.splice(0, 1, 'z')],
    ];
    const [line, change] = pick(state, forms) ?? ['', () => undefined];
    state.lines.push(line);
    change();
  },
  // Creates a function that returns its argument and is called several times.
  (state) => {
    const name = fresh(state);
    const first = expression(state);
    const second = expression(state);
    const result = fresh(state);
    state.lines.push(`function ${name}(x, y = 'd') { return y + x; }`);
    state.lines.push(`${name}(${second.text}, 'e');`, `let ${result} = ${name}(${first.text});`);
    state.texts.set(result, `d${String(first.value)}`);
  },
  // Creates an object with a method, and an instance of a class.
  (state) => {
    const name = fresh(state);
    const { text, value } = expression(state);
    state.lines.push(
      `class ${name}C { f = ${text}; get() { return this.f; } set(x) { this.f = x; return this; } }`,
    );
    const isSet = state.random(2) === 0;
    state.lines.push(`let ${name} = new ${name}C()${isSet ? `.set('q')` : ''}.get();`);
    state.texts.set(name, isSet ? 'q' : value);
  },
];

function declare(state: State, { text, value }: Valued): void {
  const name = fresh(state);
  state.lines.push(`let ${name} = ${text};`);
  state.texts.set(name, value);
}
