// EventBridge in memory, for tests of deploy.
import type { CloudErrorKind, CloudError } from '../../cloud/cloud-error.js';
import type { Cloud, Tags } from '../../cloud/cloud.js';
import type { RulePlace, RuleSettings, RuleTarget } from '../../cloud/services/event-bridge.js';

export type FakeRule = RulePlace & {
  settings: RuleSettings;
  tags: Tags;
  targets: RuleTarget[];
};

export type FakeEvents = {
  /** By bus and name: `default/shop-dev-report`. */
  readonly rules: Map<string, FakeRule>;
  readonly buses: Set<string>;
  readonly calls: Cloud['events'];
};

export type FakePlace = { readonly region: string; readonly account: string };
export type Refuse = (kind: CloudErrorKind, operation: string) => CloudError;

export function fakeEvents({ region, account }: FakePlace, refused: Refuse): FakeEvents {
  const rules = new Map<string, FakeRule>();
  const buses = new Set(['default']);
  const keyOf = ({ bus, name }: RulePlace): string => `${bus}/${name}`;
  const arnOf = ({ bus, name }: RulePlace): string =>
    `arn:aws:events:${region}:${account}:rule/${bus === 'default' ? '' : `${bus}/`}${name}`;
  const has = (place: RulePlace): FakeRule => {
    const found = rules.get(keyOf(place));
    if (!found) throw refused('missing', keyOf(place));
    return found;
  };
  const byArn = (arn: string): FakeRule | undefined =>
    [...rules.values()].find((one) => arnOf(one) === arn);
  const calls: Cloud['events'] = {
    listRules: (bus, prefix) =>
      Promise.resolve(
        buses.has(bus)
          ? [...rules.values()]
              .filter((one) => one.bus === bus && one.name.startsWith(prefix))
              .map((one) => ({ ...one.settings, name: one.name, bus, arn: arnOf(one) }))
          : undefined,
      ),
    listTargets: (place) => Promise.resolve(rules.get(keyOf(place))?.targets ?? []),
    listRuleTags: (arn) => Promise.resolve(byArn(arn)?.tags ?? {}),
    putRule: async ({ name, bus, ...given }, tags) => {
      const { pattern, expression, description, isEnabled } = given;
      const settings = { pattern, expression, description, isEnabled };
      const known = rules.get(keyOf({ name, bus }));
      if (known) known.settings = settings;
      else rules.set(keyOf({ name, bus }), { name, bus, settings, tags, targets: [] });
      return Promise.resolve(arnOf({ name, bus }));
    },
    tagRule: async (arn, tags) => {
      const found = byArn(arn);
      if (!found) throw refused('missing', arn);
      found.tags = { ...found.tags, ...tags };
      return Promise.resolve();
    },
    putTarget: async (place, target) => {
      const found = has(place);
      found.targets = [...found.targets.filter(({ id }) => id !== target.id), target];
      return Promise.resolve();
    },
    removeTargets: async (place, ids) => {
      const found = rules.get(keyOf(place));
      if (found) found.targets = found.targets.filter(({ id }) => !ids.includes(id));
      return Promise.resolve();
    },
    deleteRule: async (place) => {
      if ((rules.get(keyOf(place))?.targets.length ?? 0) > 0)
        throw refused('rejected', 'deleteRule');
      rules.delete(keyOf(place));
      return Promise.resolve();
    },
  };
  return { rules, buses, calls };
}
