/* Sounds without files: a stone is a short knock, the end of a game two notes. Gentle, and off where the user says so. */
import { settings } from '../app/settings';

let audio: AudioContext | null = null;

function ready(): AudioContext | null {
    if (!settings.peek().sound || typeof AudioContext === 'undefined') return null;
    audio ??= new AudioContext();
    void audio.resume();
    return audio;
}

export function knock(): void {
    const a = ready();
    if (!a) return;
    const length = 0.09;
    const noise = a.createBuffer(1, a.sampleRate * length, a.sampleRate);
    const data = noise.getChannelData(0);
    for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * Math.exp((-9 * i) / data.length);
    const source = a.createBufferSource();
    source.buffer = noise;
    const wood = a.createBiquadFilter();
    wood.type = 'bandpass';
    wood.frequency.value = 1100;
    wood.Q.value = 2.5;
    const gain = a.createGain();
    gain.gain.value = 0.4;
    source.connect(wood).connect(gain).connect(a.destination);
    source.start();
}

export function chime(won: boolean): void {
    const a = ready();
    if (!a) return;
    const notes = won ? [523.3, 784] : [392, 311.1];
    notes.forEach((frequency, i) => {
        const tone = a.createOscillator();
        const gain = a.createGain();
        const start = a.currentTime + 0.12 + i * 0.18;
        tone.frequency.value = frequency;
        gain.gain.setValueAtTime(0, start);
        gain.gain.linearRampToValueAtTime(0.08, start + 0.03);
        gain.gain.exponentialRampToValueAtTime(0.001, start + 0.5);
        tone.connect(gain).connect(a.destination);
        tone.start(start);
        tone.stop(start + 0.55);
    });
}
