/* A map that forgets what was put in first when it is full. */

export class Cache<T> {
    private entries = new Map<string, T>();

    constructor(private most: number) {}

    get(key: string): T | undefined {
        return this.entries.get(key);
    }

    set(key: string, value: T): void {
        this.entries.delete(key);
        this.entries.set(key, value);
        if (this.entries.size > this.most) this.entries.delete(this.entries.keys().next().value!);
    }
}
