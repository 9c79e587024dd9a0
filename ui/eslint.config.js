import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'

export default ts.config(
  { ignores: ['node_modules', 'src/protocol.ts'] }, // written by tools/protocol.py
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  { languageOptions: { globals: globals.browser } },
  { files: ['*.js'], languageOptions: { globals: globals.node } },
  { files: ['**/*.svelte', '**/*.svelte.ts'], languageOptions: { parserOptions: { parser: ts.parser } } },
  {
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_', argsIgnorePattern: '^_' }], // taken out, to leave it
      'svelte/no-useless-mustaches': 'off', // {' '} is a space that neither Svelte nor prettier takes away
      'svelte/prefer-svelte-reactivity': 'off', // what the page shows is replaced as a whole ($state.raw), never written into
      'svelte/require-each-key': 'off', // dice and words have nothing to be known by but their place
    },
  },
)
