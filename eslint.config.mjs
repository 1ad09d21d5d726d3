import tseslint from 'typescript-eslint';

const languageOptions = { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } };
const rules = {
  '@typescript-eslint/consistent-type-imports': 'error',
  '@typescript-eslint/no-non-null-assertion': 'off',
  '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
  'no-console': 'error',
  eqeqeq: ['error', 'always', { null: 'ignore' }],
};

export default tseslint.config(
  { ignores: ['dist/', '.sdks/', '.clients/', '.contract/', 'generated/', 'data/', 'node_modules/'] },
  {
    files: ['src/**/*.{ts,tsx}', 'migrations/**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions,
    rules: {
      ...rules,
      // Handlers and stores promise a promise, whether or not they have something to wait for.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // `return next()` reads better than three lines.
      '@typescript-eslint/no-confusing-void-expression': 'off',
    },
  },
  {
    // Without the rules that need types, which took two minutes: Mocha fails on a rejection that nobody awaits.
    files: ['test/**/*.ts'],
    extends: [tseslint.configs.strict, tseslint.configs.stylistic],
    rules: {
      ...rules,
      // chai asserts by reading properties, and bodies in tests are of any shape.
      '@typescript-eslint/no-unused-expressions': 'off',
      '@typescript-eslint/no-explicit-any': 'off',
    },
  },
  {
    // Time and random values are injected: only the platform makes them.
    files: ['src/resources/**/*.ts', 'src/access/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'Ask the clock of the scope.' },
        {
          selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
          message: 'Ask the clock of the scope.',
        },
        {
          selector: "CallExpression[callee.object.name='Math'][callee.property.name='random']",
          message: 'Ask the ids of the scope.',
        },
      ],
    },
  },
  { files: ['src/cli/**/*.ts'], rules: { 'no-console': 'off' } },
);
