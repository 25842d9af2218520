// FW35: secrets and parameters (docs/guide/secrets.md).
import { code, type CatalogueEntry } from '../../diagnostics/diagnostic.js';
import type { FoundText } from '../../values/decoded.js';

type Maker = { readonly maker: string };

const example = (maker: string): string =>
  code(
    maker === 'secret'
      ? "const stripe = secret('stripe-key');"
      : "const region = parameter('home-region');",
  );

/**
 * Reports a call whose result is not a constant at the top level of a module, because such a value is not known before the
 * program runs.
 */
export const parameterPlace: CatalogueEntry<Maker> = {
  code: 'FW3501',
  severity: 'error',
  title: 'A secret or parameter is not a constant at the top level of a module',
  message: ({ maker }) =>
    `${code(maker)} is used where a deploy cannot find it: it must define a constant at the top level of a module.`,
  hint: ({ maker }) =>
    `Write ${example(maker)} there, and call the constant where the value is needed.`,
};

export const parameterName: CatalogueEntry<Maker & FoundText> = {
  code: 'FW3502',
  severity: 'error',
  title: 'The name of a secret or parameter is not a string',
  message: ({ maker, found }) => `${code(maker)} takes only a name, but this is ${found}.`,
  hint: ({ maker }) => `Write ${example(maker)}.`,
};

export const parameterNameForm: CatalogueEntry<
  Maker & {
    readonly name: string;
    readonly why: 'characters' | 'levels' | 'length' | 'application';
  }
> = {
  code: 'FW3503',
  severity: 'error',
  title: 'Systems Manager does not accept the name of a secret or parameter',
  message: ({ maker, name, why }) => {
    switch (why) {
      case 'characters':
        return `${code(name)} cannot be the name of a ${maker}: it can contain letters, digits, ${code('_')}, ${code('.')} and ${code('-')}, with ${code('/')} between parts.`;
      case 'levels':
        return `The name ${code(name)} of a ${maker} has more than ${String(MOST_LEVELS)} parts.`;
      case 'length':
        return `The name of the ${maker} has ${String(name.length)} characters; the limit is ${String(LONGEST_NAME)}.`;
      case 'application':
        return `An application called ${code(name)} cannot have a ${maker}: the name of the ${maker} would begin with the name of the application, and Systems Manager rejects names that begin with ${code('aws')} or ${code('ssm')}.`;
    }
  },
  hint: ({ why }) =>
    why === 'application'
      ? 'Give the application another name.'
      : `Write a name such as ${code('stripe-key')} or ${code('stripe/live.key')}.`,
};

/** The maximum number of levels in a name: Systems Manager allows 15, of which the application and the stage take two. */
export const MOST_LEVELS = 13;

/**
 * The maximum length of a name. `/<app>/<stage>/` has up to 66 characters, and Systems Manager allows 1011 for the full name
 * (AWS counts 1037, including the beginning of the ARN).
 */
export const LONGEST_NAME = 900;

export const parameterTwice: CatalogueEntry<{
  readonly first: string;
  readonly second: string;
  readonly variable: string;
}> = {
  code: 'FW3504',
  severity: 'error',
  title: 'Two secrets or parameters need the same variable in .env',
  message: ({ first, second, variable }) =>
    `${code(first)} and ${code(second)} would share one value: both are ${code(variable)} in ${code('.env')}.`,
  hint: () =>
    'Give one of them another name. If both are meant to be the same value, declare it once and import it.',
};

export const parameterUnused: CatalogueEntry<
  Maker & { readonly name: string; readonly constant: string }
> = {
  code: 'FW3505',
  severity: 'warning',
  title: 'A secret or parameter is never read',
  message: ({ maker, name, constant }) =>
    `Nothing uses ${code(constant)}, the ${maker} ${code(name)}; a deploy still asks for its value.`,
  hint: ({ constant }) => `Remove it, or read it with ${code(`await ${constant}()`)}.`,
};
