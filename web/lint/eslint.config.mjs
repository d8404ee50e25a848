// What `make lint` asks of the page: slips that types do not find. How it is laid out is prettier's.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript-eslint';

const web = dirname(dirname(fileURLToPath(import.meta.url)));

export default ts.config(
    { ignores: ['../dist/**', '../out/**', '../node_modules/**', '../src/api/types.ts'] },
    ...ts.configs.recommended,
    {
        basePath: web,
        languageOptions: { parserOptions: { tsconfigRootDir: web } },
        rules: {
            eqeqeq: 'error',
            'no-unused-expressions': 'off',
            '@typescript-eslint/no-unused-expressions': 'off', // signals are read for their effect
            '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
        },
    },
    // Tests look into what they have no types for, and the worker of the page has none that fit.
    { files: ['test/**', 'src/app/sw.ts'], rules: { '@typescript-eslint/no-explicit-any': 'off' } },
);
