/* What is too much for the browser's small storage: IndexedDB, a table a subject. Where that is refused, everything
 * is kept until the page is closed. */

type Row = { id: string };
export type Table = 'recent' | 'progress' | 'puzzles';
const TABLES: readonly Table[] = ['recent', 'progress', 'puzzles'];

const memory = new Map<Table, Map<string, Row>>();
let opening: Promise<IDBDatabase | null> | undefined;

function open(): Promise<IDBDatabase | null> {
    opening ??= new Promise((done) => {
        try {
            const request = indexedDB.open('hexad', 2);
            request.onupgradeneeded = () => {
                for (const table of TABLES)
                    if (!request.result.objectStoreNames.contains(table))
                        request.result.createObjectStore(table, { keyPath: 'id' });
            };
            request.onsuccess = () => {
                // Another tab with a newer page wants to change the tables.
                request.result.onversionchange = () => request.result.close();
                done(request.result);
            };
            request.onerror = () => done(null);
            request.onblocked = () => done(null);
        } catch {
            done(null);
        }
    });
    return opening;
}

function rows(table: Table): Map<string, Row> {
    if (!memory.has(table)) memory.set(table, new Map());
    return memory.get(table)!;
}

async function ask<T>(
    table: Table,
    mode: IDBTransactionMode,
    run: (s: IDBObjectStore) => IDBRequest<T>,
): Promise<T | null> {
    const db = await open();
    if (!db) return null;
    return new Promise((done, failed) => {
        const request = run(db.transaction(table, mode).objectStore(table));
        request.onsuccess = () => done(request.result);
        request.onerror = () => failed(request.error ?? new Error('the storage of the browser failed'));
    });
}

export async function vaultPut(table: Table, row: Row): Promise<void> {
    if (!(await open())) return void rows(table).set(row.id, row);
    await ask(table, 'readwrite', (s) => s.put(row));
}

/** All of them or none. */
export async function vaultPutAll(table: Table, list: readonly Row[]): Promise<void> {
    const db = await open();
    if (!db) return list.forEach((row) => rows(table).set(row.id, row));
    await new Promise<void>((done, failed) => {
        const writing = db.transaction(table, 'readwrite');
        for (const row of list) writing.objectStore(table).put(row);
        writing.oncomplete = () => done();
        writing.onerror = writing.onabort = () =>
            failed(writing.error ?? new Error('the storage of the browser failed'));
    });
}

export async function vaultAll<T extends Row>(table: Table): Promise<T[]> {
    if (!(await open())) return [...rows(table).values()] as T[];
    return ((await ask(table, 'readonly', (s) => s.getAll())) ?? []) as T[];
}

export async function vaultDelete(table: Table, id: string): Promise<void> {
    if (!(await open())) return void rows(table).delete(id);
    await ask(table, 'readwrite', (s) => s.delete(id));
}
