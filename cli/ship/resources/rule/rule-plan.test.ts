// What a plan says about rules.
import { expect, test } from 'vitest';
import { eventsOf, every } from '../../deploy/event-sources.fixture.js';
import { planDeploy, planDocument, renderPlan } from '../../deploy/plan-deploy.js';
import { desiredOf, observedOf } from '../../deploy/states.fixture.js';

const night = every('cron(0 3 * * ? *)', {
  input: { full: true },
  description: 'Nightly',
  enabled: false,
});

test('a plan names what is made, what changes and what goes', () => {
  const desired = desiredOf({
    functions: ['a', 'b'],
    events: eventsOf({ a: [every('rate(1 hour)')], b: [night] }),
  });
  const found = observedOf(desired);
  const [first] = found.rules;
  const rules = first
    ? [
        { ...first, expression: 'rate(1 day)', target: undefined },
        { ...first, name: 'fixture-dev-c' },
      ]
    : [];
  const planned = planDeploy(desired, { ...found, rules });
  expect(renderPlan(planned, { hasColor: false })).toMatchInlineSnapshot(`
    "Resources
      ~  rule  fixture-dev-a  schedule rate(1 day) -> rate(1 hour)
                              calls fixture-dev-a
      +  rule  fixture-dev-b  cron(0 3 * * ? *) (disabled)
      -  rule  fixture-dev-c

    fixture, stage dev, eu-west-1: 1 to create, 1 to change, 1 to delete.
    "
  `);
  expect(planDocument(planned)).toMatchObject({
    rules: [
      {
        action: 'update',
        name: 'fixture-dev-a',
        bus: 'default',
        parts: ['rule', 'target'],
        fields: [{ field: 'schedule', from: 'rate(1 day)', to: 'rate(1 hour)' }],
      },
      { action: 'create', name: 'fixture-dev-b', parts: [], fields: [] },
      { action: 'delete', name: 'fixture-dev-c' },
    ],
  });
  expect(planDocument(planDeploy(desiredOf(), observedOf(desiredOf())))).not.toHaveProperty(
    'rules',
  );
});
