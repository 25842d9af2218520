// Makes a state from the properties of all resource types. A property is made when it is first read, so one can be made from
// another, whatever the order of the types.

/** Makes some properties of a state, each from the input. */
export type Makers<Input, State> = {
  readonly [Key in keyof State]?: (input: Input) => State[Key];
};

type Maker<Input> = ((input: Input) => unknown) | undefined;

/** `lists`: of each resource type. A property that two of them make, or that needs itself, is a bug. */
export function makeState<Input, State extends object>(
  lists: readonly Readonly<Record<string, Maker<Input>>>[],
  inputOf: (state: State) => Input,
): State {
  const state: object = {};
  const names: string[] = [];
  // A registered type makes every property that it declares: registry.test.ts holds it to that.
  const isWhole = (value: object): value is State =>
    names.every((name) => Object.hasOwn(value, name));
  const whole = (): State => {
    if (!isWhole(state)) throw new Error('A property of the state is not made');
    return state;
  };
  const define = (name: string, property: PropertyDescriptor): void => {
    Object.defineProperty(state, name, { configurable: true, enumerable: true, ...property });
  };
  for (const [name, make] of lists.flatMap((list) => Object.entries(list))) {
    if (!make) continue;
    if (names.includes(name)) throw new Error(`Two resource types make ${name}`);
    names.push(name);
    define(name, {
      get: () => {
        define(name, { get: () => fromItself(name) });
        const value = make(inputOf(whole()));
        define(name, { value, writable: true });
        return value;
      },
    });
  }
  for (const name of names) Reflect.get(state, name);
  return whole();
}

function fromItself(name: string): never {
  throw new Error(`${name} is made from itself`);
}

/** Makes a state from its parts. */
export function mergeParts<State extends object>(parts: readonly Partial<State>[]): State {
  const lists = parts.map((part) => {
    const entries: readonly (readonly [string, unknown])[] = Object.entries(part);
    return Object.fromEntries(entries.map(([name, value]) => [name, () => value]));
  });
  return makeState<undefined, State>(lists, () => undefined);
}
