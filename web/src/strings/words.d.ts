/* What a file of this folder holds: a language. It needs no entry anywhere else; build-languages.mjs gathers the files, under the name
 * "hexad:languages" here. */
import type { words } from './en';

export type StringKey = keyof typeof words;
export type Words = Readonly<Record<StringKey, string>>;

export interface LanguageFile {
    /** As the document's `lang`: "pt-BR". */
    readonly tag: string;
    /** The language's own name for itself. */
    readonly name: string;
    /** Two letters or one sign for a small button. */
    readonly short: string;
    readonly words: Partial<Words>;
    /** What the program says of its players in a line each, by their names, as "threats" or "engine-3"; English is the program's own. */
    readonly players?: Readonly<Record<string, string>>;
}
