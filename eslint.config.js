// Lint rules. The direction of imports (docs/architecture.md) is checked by test/architecture.test.ts.
import tseslint from 'typescript-eslint';

export default tseslint.config(
  {
    ignores: [
      'dist*/**',
      '**/node_modules/**',
      'test/fixtures/**',
      'test/.tmp/**',
      'test/conformance/*app/**',
      '**/.framework/**',
      'coverage/**',
      'example-app/**',
    ],
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      'max-params': ['error', 3],
      'no-console': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      // `const { name, ...rest } = value` says what the rest does not have.
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/consistent-type-definitions': ['error', 'type'],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    },
  },
  {
    // Each resource type adds its properties to the states of a stage, each service of AWS its calls to the port, and each
    // source of events what it is in a test, at run time and in the manifest. Only
    // interfaces allow that.
    files: [
      'cli/ship/stage/states.ts',
      'cli/ship/resources/**',
      'cli/cloud/**',
      'cli/serve/events/**',
      'runtime/contract/**',
      'runtime/events/**',
      'compiler/kinds/registry.ts',
    ],
    rules: { '@typescript-eslint/consistent-type-definitions': 'off' },
  },
  {
    files: ['**/*.{js,mjs}'],
    extends: [tseslint.configs.recommended],
  },
  {
    files: ['test/**', 'bench/**', '**/*.test.ts'],
    rules: { 'no-console': 'off', 'max-params': 'off' },
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
);
