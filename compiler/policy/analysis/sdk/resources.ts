// Handles `new Table('cities')` and the other resources of this package. Their members are strings that contain the AWS
// resource names, so the input of a call names exactly one resource, wherever the value was passed
// (docs/decisions/resources.md).
import {
  type Analysis,
  type BuiltinToken,
  type ResourceOwner,
  UNKNOWN,
  type Call,
  type Node,
  OPAQUE,
} from '../model.js';
import {
  ANY_PLACE,
  type NamedResource,
  resourceName,
  resourceVariables,
} from '../../../../runtime/contract/resources.js';
import { resourceTypeNamed } from '../../../kinds/resource/resource-kind.js';
import type { TextPattern } from '../../sdk-use.js';
import { builtin } from '../values/builtin-members.js';
import { exactText, textToken } from '../values/text.js';
import { add, listen, createNode } from '../values/value-graph.js';
import { PARAMETER_KINDS } from '../../../../runtime/contract/parameters.js';
import { FRAMEWORK } from '../../../modules/resolve-specifier.js';

export function declaredTexts(owner: ResourceOwner | undefined): ReadonlyMap<string, TextPattern> {
  return new Map(
    owner?.resources.flatMap((resource) => {
      const texts = membersOf(resource, owner);
      return resourceVariables({ ...resource, arn: true }).flatMap(({ name, member }) => {
        const text = texts[member];
        return text ? [[name, text] as const] : [];
      });
    }),
  );
}

export function isResourceMember(name: string | undefined): boolean {
  return name === 'name' || name === 'arn' || name === 'url';
}

/** Returns the class that an export of this package refers to, if the class declares resources. */
export function resourceClass(analysis: Analysis, name: string): BuiltinToken | undefined {
  const type = resourceTypeNamed(name);
  const owner = analysis.resourceOwner;
  if (!type || !owner) return undefined;
  return builtin(({ queue }, { args, result }) => {
    if (!args[0]) add(queue, result, UNKNOWN);
    else
      listen(args[0], (token) => {
        const name = exactText(token);
        if (name === undefined) add(queue, result, UNKNOWN);
        else for (const one of made(analysis, { type, name }, owner)) add(queue, result, one);
      });
  });
}

/** Returns the tokens of a resource: one for each set of values that its environment variables have in the lambda functions. */
function made(
  { interned, environments }: Analysis,
  resource: NamedResource,
  owner: ResourceOwner,
): readonly BuiltinToken[] {
  const given = environments.length > 0 ? environments : [{}];
  return given.map((environment) => {
    const own = ownTexts(resource, environment);
    const key = `resource ${resource.type} ${resource.name} ${JSON.stringify(own)}`;
    const known = interned.get(key);
    if (known?.kind === 'builtin') return known;
    const texts = { ...membersOf(resource, owner), ...own };
    const token = builtin(
      () => undefined,
      (member) => {
        const text = member === undefined ? undefined : texts[member];
        return text ? textToken(text) : UNKNOWN;
      },
    );
    interned.set(key, token);
    return token;
  });
}

type Texts = Readonly<Partial<Record<string, TextPattern>>>;

/** Returns the members whose environment variables the configuration sets, like `runtime/resources.ts`. */
function ownTexts(resource: NamedResource, environment: Readonly<Record<string, string>>): Texts {
  const texts = resourceVariables({ ...resource, arn: true }).flatMap(({ name, member }, index) => {
    const text = Object.hasOwn(environment, name) ? environment[name] : undefined;
    if (text === undefined) return [];
    // The name of a queue or topic is the last part of its URL or ARN.
    const end = index === 0 ? text.split(/[/:]/).at(-1) : undefined;
    return [...(end === undefined ? [] : [['name', [end]] as const]), [member, [text]] as const];
  });
  return Object.fromEntries(texts);
}

/** The account, region and partition are unknown: `undefined` in a pattern, or {@link ANY_PLACE} in the name of a bucket. */
function membersOf(resource: NamedResource, { app, stage }: ResourceOwner): Texts {
  const whole = resourceName(resource, { ...ANY_PLACE, app, stage });
  const name = [whole];
  switch (resource.type) {
    case 'table':
      return { name, arn: patternOf(`arn:*:dynamodb:*:*:table/${whole}`) };
    case 'queue':
      return {
        name,
        url: patternOf(`https://sqs.*/*/${whole}`),
        arn: patternOf(`arn:*:sqs:*:*:${whole}`),
      };
    case 'topic':
      return { name, arn: patternOf(`arn:*:sns:*:*:${whole}`) };
    case 'bucket':
      return { name, arn: patternOf(`arn:*:s3:::${whole}`) };
  }
}

/** Converts a text in which `*` marks unknown parts to a pattern. */
function patternOf(text: string): TextPattern {
  return text.split('*').flatMap((piece, index) => (index === 0 ? [piece] : [undefined, piece]));
}

// Handles `secret('stripe-key')` and `parameter('region')` from this package. The function that they return calls GetParameter
// wherever it is called (docs/decisions/secrets.md). The name recorded in the use omits the path of the stage, which is unknown
// here.

export function isParameterMaker(name: string): boolean {
  return PARAMETER_KINDS.some((kind) => kind === name);
}

const MAKERS = new Map<string, BuiltinToken>();

export function parameterMaker(kind: string): BuiltinToken {
  const call: BuiltinToken['call'] = (analysis, made) => {
    const name = made.args[0] ?? made.spread ?? createNode();
    add(analysis.queue, made.result, reader(kind, name, made));
  };
  const known: BuiltinToken = MAKERS.get(kind) ?? builtin(call, () => known);
  MAKERS.set(kind, known);
  return known;
}

/** Other code that receives the function may call it anywhere, so the declaration itself is then recorded as the use. */
function reader(kind: string, name: Node, made: Call): BuiltinToken {
  let isHandedOver = false;
  const use = ({ uses }: Analysis, { frame, at }: Pick<Call, 'frame' | 'at'>): void => {
    uses.push({
      kind: 'library',
      package: FRAMEWORK,
      name: kind,
      at,
      frame,
      inputs: [{ kind: 'arguments', nodes: [name], isOpen: false }],
    });
  };
  const token: BuiltinToken = {
    kind: 'builtin',
    call: (analysis, call) => {
      use(analysis, call);
      add(analysis.queue, call.result, OPAQUE);
    },
    read: (member) => (member === 'bind' ? bound : token),
    owner: undefined,
    handedOver: (analysis) => {
      if (!isHandedOver) use(analysis, made);
      isHandedOver = true;
    },
  };
  const bound = builtin(({ queue }, call) => {
    add(queue, call.result, token);
    add(queue, call.result, UNKNOWN);
  });
  return token;
}
