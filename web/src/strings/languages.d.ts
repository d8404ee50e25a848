declare module 'hexad:languages' {
    /** By the name of their files. */
    export const languages: Readonly<Record<string, import('./words').LanguageFile>>;
}
