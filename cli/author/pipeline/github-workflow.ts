// The GitHub Actions workflow that `framework pipeline` prints: the jobs for pull requests and for the main branch. Settings
// that differ between repositories are read from repository variables, so the file needs no edits.

export type WorkflowOptions = {
  readonly stage: string;
  /** Pushes to this branch are deployed. */
  readonly branch: string;
};

/** Returns the steps that unpack the checked project and assume a role. */
function stepsBefore(role: 'DEPLOYER_ROLE' | 'PLANNER_ROLE' | 'PREVIEW_ROLE'): string {
  return `      - uses: @download
        with: { name: project-@stage }
      - run: tar --extract --gzip --file project.tgz && rm project.tgz
      - uses: @setupNode
        with: { node-version: 24, package-manager-cache: false }
      - uses: @credentials
        with:
          role-to-assume: \${{ vars.${role} }}
          aws-region: \${{ vars.AWS_REGION }}
`;
}

/** The steps that install the project and store it for the jobs that hold a token. */
const CHECKED = `      - uses: @checkout
        with: { persist-credentials: false }
      - uses: @setupNode
        with: { node-version: 24, cache: npm }
      - run: npm ci
      - run: tar --create --gzip --exclude=./.git --file "$RUNNER_TEMP/project.tgz" .
      - uses: @upload
        with: { name: project-@stage, path: '\${{ runner.temp }}/project.tgz', retention-days: 1 }
`;

/**
 * The steps that comment on the pull request, or replace the earlier comment. `file` contains the text that follows the marker.
 */
const COMMENT = `          COMMENTS="repos/$GITHUB_REPOSITORY/issues"
          ID=$(gh api --paginate "$COMMENTS/$NUMBER/comments" |
            jq --arg mark "$MARK" '.[] | select(.user.type == "Bot" and (.body | startswith($mark))) | .id' | tail -n 1)
          if [ -n "$ID" ]; then
            gh api --silent --method PATCH "$COMMENTS/comments/$ID" --field body=@comment.md
          else
            gh api --silent "$COMMENTS/$NUMBER/comments" --field body=@comment.md
          fi
        env:
          GH_TOKEN: \${{ github.token }}
          NUMBER: \${{ github.event.pull_request.number }}
`;

const TEMPLATE = `# Made by \`framework pipeline\`. Variables of the repository: AWS_REGION, and the ARNs DEPLOYER_ROLE and PLANNER_ROLE.
name: '@stage'
on:
  pull_request:
    # A label counts at once, without another push.
    types: [opened, synchronize, reopened, labeled, unlabeled]
  push:
    branches: ['@branch']

permissions:
  contents: read

# In the order of the pushes, each to its end: a slow check of an older push cannot deploy after a newer one.
concurrency:
  group: '@stage-\${{ github.event.pull_request.number }}'
  cancel-in-progress: false

jobs:
  # Scripts of packages and tests run here, where there is no token. The other jobs take what was installed before the tests ran.
  check:
    runs-on: ubuntu-latest
    timeout-minutes: 15
    steps:
${CHECKED}      - run: npx --no framework check --stage @stage --github
      - run: npm test --if-present

  plan:
    # A pull request from a fork gets no token, and so no plan: this job is skipped.
    if: github.event_name == 'pull_request' && github.event.pull_request.head.repo.full_name == github.repository
    needs: check
    runs-on: ubuntu-latest
    timeout-minutes: 15
    permissions: { id-token: write, pull-requests: write }
    steps:
${stepsBefore('PLANNER_ROLE')}      - run: npx --no framework plan --stage @stage --json > plan.json
      - run: |
          {
            echo "$MARK"
            echo '### Plan of the stage @stage'
            jq -r '"Breaking changes: \\(.breaking)"' plan.json
            echo '\`\`\`'
            npx --no framework plan --stage @stage
            echo '\`\`\`'
          } > comment.md
      # One comment for each stage, which its mark tells apart.
      - run: |
${COMMENT}      - run: jq -e '.breaking == 0' plan.json
        if: "!contains(github.event.pull_request.labels.*.name, 'breaking')"
    env:
      MARK: <!-- framework plan of @stage -->

  deploy:
    if: github.event_name == 'push'
    needs: check
    runs-on: ubuntu-latest
    timeout-minutes: 30
    permissions: { id-token: write }
    steps:
${stepsBefore('DEPLOYER_ROLE')}      - run: npx --no framework deploy --stage @stage --yes
`;

/**
 * The steps for jobs that need the command but no code from the pull request: no package script runs, so a token is safe here.
 */
const COMMAND = `      - uses: @checkout
        with: { persist-credentials: false, ref: '\${{ github.event.repository.default_branch }}' }
      - uses: @setupNode
        with: { node-version: 24, package-manager-cache: false }
      - run: npm ci --ignore-scripts
      - uses: @credentials
        with:
          role-to-assume: \${{ vars.PREVIEW_ROLE }}
          aws-region: \${{ vars.AWS_REGION }}
`;

const PREVIEWS = `# Made by \`framework pipeline --previews\`. Variables of the repository: AWS_REGION, and the ARN PREVIEW_ROLE.
name: '@stage previews'
on:
  pull_request:
    types: [opened, synchronize, reopened, closed]
  schedule:
    # Deletes previews that outlived their pull requests.
    - cron: '17 3 * * *'

permissions:
  contents: read

# A push during a deploy waits for it, and so does the end of the pull request.
concurrency:
  group: 'preview-@stage-\${{ github.event.pull_request.number }}'
  cancel-in-progress: false

jobs:
  # Scripts of packages and tests run here, where there is no token. The next job takes what was installed before the tests ran.
  check:
    if: github.event_name == 'pull_request' && github.event.action != 'closed'
    runs-on: ubuntu-latest
    timeout-minutes: 15
    steps:
${CHECKED}      - run: npx --no framework check --github
      - run: npm test --if-present

  preview:
    # A pull request from a fork gets no token, and so no preview: this job is skipped.
    if: github.event.pull_request.head.repo.full_name == github.repository
    needs: check
    runs-on: ubuntu-latest
    timeout-minutes: 30
    permissions: { id-token: write, pull-requests: write }
    steps:
${stepsBefore('PREVIEW_ROLE')}      - run: npx --no framework plan --stage "$STAGE" > plan.txt
      - run: npx --no framework deploy --stage "$STAGE" --expires 7d --yes --allow-delete
      - run: |
          URL=$(npx --no framework url --stage "$STAGE" || true)
          {
            echo "$MARK"
            echo "### Preview: \${URL:-no routes}"
            echo 'It is deleted when this pull request is closed, or after a week without a push. This deploy changed:'
            echo '\`\`\`'
            cat plan.txt
            echo '\`\`\`'
          } > comment.md
      - run: |
${COMMENT}    env:
      STAGE: @stage-\${{ github.event.pull_request.number }}
      MARK: <!-- framework preview of @stage -->

  end:
    if: github.event.action == 'closed' && github.event.pull_request.head.repo.full_name == github.repository
    runs-on: ubuntu-latest
    timeout-minutes: 30
    permissions: { id-token: write, pull-requests: write, contents: read }
    steps:
${COMMAND}      - run: npx --no framework delete --stage "$STAGE" --yes --log-groups --delete-data
      - run: |
          { echo "$MARK"; echo 'The preview is deleted with its data.'; } > comment.md
      - run: |
${COMMENT}    env:
      STAGE: @stage-\${{ github.event.pull_request.number }}
      MARK: <!-- framework preview of @stage -->

  expired:
    if: github.event_name == 'schedule'
    runs-on: ubuntu-latest
    timeout-minutes: 30
    permissions: { id-token: write, contents: read }
    steps:
${COMMAND}      - run: npx --no framework delete --expired --yes --log-groups --delete-data
`;

/** Pinned by commit, because a tag can be moved. */
const ACTIONS = {
  '@checkout': 'actions/checkout@d23441a48e516b6c34aea4fa41551a30e30af803 # v6.1.0',
  '@setupNode': 'actions/setup-node@249970729cb0ef3589644e2896645e5dc5ba9c38 # v6.5.0',
  '@upload': 'actions/upload-artifact@bbbca2ddaa5d8feaa63e36b76fdaad77386f024f # v7.0.0',
  '@download': 'actions/download-artifact@3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c # v8.0.1',
  '@credentials':
    'aws-actions/configure-aws-credentials@e6de054238d6b7531b4efff3b6587d9aade6a06c # v6.2.3',
} as const;

export function githubWorkflow({ stage, branch }: WorkflowOptions): string {
  return filled(TEMPLATE, stage).replaceAll('@branch', branch);
}

/** Returns the workflow that deploys a stage for each pull request, for example `pr-7` with the prefix `pr`. */
export function previewWorkflow(prefix: string): string {
  return filled(PREVIEWS, prefix);
}

function filled(template: string, stage: string): string {
  const text = Object.entries(ACTIONS).reduce(
    (all, [name, action]) => all.replaceAll(name, action),
    template,
  );
  return text.replaceAll('@stage', stage);
}
