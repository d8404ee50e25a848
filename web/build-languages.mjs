/* For esbuild: the module "hexad:languages" is made from the files in src/strings that hold a language, whichever there are. So a
 * new language is one new file. */
import { readdirSync } from 'node:fs';

/** The names of the languages' files without their ending, English first. */
export function languageNames(folder) {
    const names = readdirSync(folder)
        .filter((f) => /^[a-z]{2,3}(-\w+)*\.ts$/.test(f))
        .map((f) => f.slice(0, -3));
    return names.sort((a, b) => Number(b === 'en') - Number(a === 'en') || (a < b ? -1 : 1));
}

export function gatherLanguages(folder) {
    return {
        name: 'languages',
        setup(build) {
            build.onResolve({ filter: /^hexad:languages$/ }, ({ path }) => ({ path, namespace: 'languages' }));
            build.onLoad({ filter: /.*/, namespace: 'languages' }, () => {
                const names = languageNames(folder);
                const imports = names.map((n, i) => `import * as l${i} from ${JSON.stringify(`./${n}`)};`);
                const entries = names.map((n, i) => `${JSON.stringify(n)}: l${i}`);
                const contents = `${imports.join('\n')}\nexport const languages = { ${entries.join(', ')} };\n`;
                return { contents, resolveDir: folder, watchDirs: [folder] };
            });
        },
    };
}
