// The sounds, made by the browser itself (WebAudio): no files, nothing to load.

/** What has a sound. */
export type SoundKind = "disc" | "pass" | "low-time" | "message" | "start" | "end";

/** All sounds, in the order in which settings list them. */
export const SOUND_KINDS: readonly SoundKind[] = ["disc", "pass", "low-time", "message", "start", "end"];

/** What the user wants to hear. */
export interface SoundWish {
  /** The switch for all sounds. */
  sounds: boolean;
  /** From 0 to 1; 0.5 if there is no choice. */
  volume?: number;
  /** Sounds that are switched off one by one. */
  silent?: readonly SoundKind[];
}

/** A tone that glides from one frequency (Hz) to another; times are in seconds, loudness is from 0 to 1. */
interface Tone {
  at: number;
  lasts: number;
  from: number;
  to: number;
  loudness: number;
  wave: OscillatorType;
}

const tone = (
  at: number,
  lasts: number,
  from: number,
  to = from,
  loudness = 0.5,
  wave: OscillatorType = "sine",
): Tone => ({ at, lasts, from, to, loudness, wave });

/** The tones of each sound. All are shorter than half a second. */
export const TONES: Record<SoundKind, readonly Tone[]> = {
  // A disc that is put on a wooden board: a knock that falls fast.
  disc: [tone(0, 0.07, 620, 170, 0.9, "triangle"), tone(0, 0.015, 2400, 900, 0.25, "square")],
  pass: [tone(0, 0.09, 330, 330, 0.5), tone(0.11, 0.12, 262, 262, 0.5)],
  "low-time": [tone(0, 0.06, 880), tone(0.12, 0.06, 880), tone(0.24, 0.06, 880)],
  message: [tone(0, 0.08, 660, 700, 0.35)],
  start: [tone(0, 0.1, 392), tone(0.1, 0.1, 523), tone(0.2, 0.16, 659)],
  end: [tone(0, 0.12, 659), tone(0.12, 0.12, 523), tone(0.24, 0.2, 392)],
};

/** A sound that could not begin within this time, in milliseconds, is not heard at all. */
const TOO_LATE_MS = 300;
const DEFAULT_VOLUME = 0.5;

/** Plays sounds, if the user wants them. Between sounds the audio system sleeps. */
export class Sounds {
  readonly #wish: () => SoundWish;
  readonly #open: () => AudioContext;
  #context: AudioContext | undefined;
  #sounding = 0;

  /** `open` makes the audio system when the first sound is to be heard. */
  constructor(wish: () => SoundWish, open: () => AudioContext = () => new AudioContext()) {
    this.#wish = wish;
    this.#open = open;
  }

  /** Plays a sound. Does nothing where there is no audio, or before the first press on the page. */
  async play(kind: SoundKind): Promise<void> {
    const { sounds, volume = DEFAULT_VOLUME, silent = [] } = this.#wish();
    if (!sounds || volume <= 0 || silent.includes(kind)) return;
    try {
      const context = (this.#context ??= this.#open());
      const asked = performance.now();
      // Browsers let a page sound only after the user has pressed something: until then this waits.
      if (context.state !== "running") await context.resume();
      if (performance.now() - asked > TOO_LATE_MS) return;
      TONES[kind].forEach((tone) => this.#sound(context, tone, volume));
    } catch {
      // No audio device, or the browser forbids it: the game goes on silently.
    }
  }

  #sound(context: AudioContext, tone: Tone, volume: number): void {
    const begin = context.currentTime + tone.at;
    const end = begin + tone.lasts;
    const [oscillator, gain] = [context.createOscillator(), context.createGain()];
    oscillator.type = tone.wave;
    oscillator.frequency.setValueAtTime(tone.from, begin);
    oscillator.frequency.exponentialRampToValueAtTime(tone.to, end);
    // Ramps instead of steps: a step is heard as a crack.
    gain.gain.setValueAtTime(0, begin);
    gain.gain.linearRampToValueAtTime(tone.loudness * volume, begin + 0.004);
    gain.gain.linearRampToValueAtTime(0, end);
    oscillator.connect(gain).connect(context.destination);
    this.#sounding += 1;
    oscillator.onended = () => this.#ended(context);
    oscillator.start(begin);
    oscillator.stop(end);
  }

  /** After the last tone the audio system is put to sleep, so that a silent page costs nothing. */
  #ended(context: AudioContext): void {
    this.#sounding -= 1;
    if (this.#sounding === 0) void context.suspend();
  }
}
