// The workflow of GitHub Actions that `framework pipeline` prints: what a pull request goes through, and what the main branch. What
// differs between repositories stands in variables of the repository, so that nobody edits the file.

export type WorkflowOptions = {
  readonly stage: string;
  /** What is pushed there is deployed. */
  readonly branch: string;
};

const TEMPLATE = `# Made by \`framework pipeline\`. Variables of the repository: AWS_REGION, and the ARNs DEPLOYER_ROLE and PLANNER_ROLE.
name: @stage
on:
  pull_request:
  push:
    branches: [@branch]

permissions:
  contents: read

jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v6
      - uses: actions/setup-node@v6
        with: { node-version: 24, cache: npm }
      - run: npm ci
      - run: npx framework check --stage @stage --github
      - run: npm test --if-present

  plan:
    # A pull request from a fork gets no token, and so no plan.
    if: github.event_name == 'pull_request' && github.event.pull_request.head.repo.fork == false
    runs-on: ubuntu-latest
    permissions: { contents: read, id-token: write, pull-requests: write }
    steps:
      - uses: actions/checkout@v6
      - uses: actions/setup-node@v6
        with: { node-version: 24, cache: npm }
      - run: npm ci
      - uses: aws-actions/configure-aws-credentials@v6
        with:
          role-to-assume: \${{ vars.PLANNER_ROLE }}
          aws-region: \${{ vars.AWS_REGION }}
      - run: npx framework plan --stage @stage --json > plan.json
      - run: |
          {
            echo '### Plan of the stage @stage'
            jq -r '"Breaking changes: \\(.breaking)"' plan.json
            echo '\`\`\`'
            npx framework plan --stage @stage
            echo '\`\`\`'
          } > plan.md
      - run: gh pr comment "$NUMBER" --edit-last --create-if-none --body-file plan.md
        env:
          GH_TOKEN: \${{ github.token }}
          NUMBER: \${{ github.event.pull_request.number }}
      - run: jq -e '.breaking == 0' plan.json
        if: "!contains(github.event.pull_request.labels.*.name, 'breaking')"

  deploy:
    if: github.event_name == 'push'
    needs: check
    runs-on: ubuntu-latest
    permissions: { contents: read, id-token: write }
    # One deploy at a time, each to its end.
    concurrency: { group: deploy-@stage, cancel-in-progress: false }
    steps:
      - uses: actions/checkout@v6
      - uses: actions/setup-node@v6
        with: { node-version: 24, cache: npm }
      - run: npm ci
      - uses: aws-actions/configure-aws-credentials@v6
        with:
          role-to-assume: \${{ vars.DEPLOYER_ROLE }}
          aws-region: \${{ vars.AWS_REGION }}
      - run: npx framework deploy --stage @stage --yes
`;

export function githubWorkflow({ stage, branch }: WorkflowOptions): string {
  return TEMPLATE.replaceAll('@stage', stage).replaceAll('@branch', branch);
}
