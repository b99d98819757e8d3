// The sounds, computed by the page itself: no files, nothing to load.

export type SoundKind = "disc" | "pass" | "low-time" | "message" | "start" | "end";

/** A sound: the end of a game sounds otherwise for those who won or lost it. */
export type Sound = SoundKind | "won" | "lost";

/** All kinds, in the order in which settings list them. */
export const SOUND_KINDS: readonly SoundKind[] = ["disc", "pass", "low-time", "message", "start", "end"];

/** What the user wants to hear. */
export interface SoundChoices {
  /** The switch for all sounds. */
  sounds: boolean;
  /** From 0 to 1; 0.5 if there is no choice. */
  volume?: number;
  /** Sounds that are switched off one by one. */
  silent?: readonly SoundKind[];
}

/** A resonance: its frequency in hertz, the seconds in which it falls to a third, its loudness from 0 to 1. */
type Mode = readonly [hertz: number, decay: number, loudness: number];

/** Something wooden that is struck: when, in seconds, how loud the noise of the stroke is, and what resonates. */
interface Stroke {
  readonly at: number;
  readonly noise: number;
  readonly modes: readonly Mode[];
}

/** A disc that is put on a wooden board. */
const DISC: Stroke = {
  at: 0,
  noise: 0.35,
  modes: [
    [390, 0.026, 0.35],
    [940, 0.016, 0.24],
    [2260, 0.008, 0.14],
  ],
};

/** A small wooden block. */
const block = (at: number): Stroke => ({
  at,
  noise: 0.15,
  modes: [
    [1180, 0.02, 0.5],
    [2870, 0.007, 0.22],
  ],
});

const [C4, E4, G4, C5, E5, G5] = [262, 330, 392, 523, 659, 784];

/** A bar of a marimba, which is tuned to 1 : 4 : 10: the higher, the shorter it sounds. */
const bar = (at: number, hertz: number, loudness: number): Stroke => ({
  at,
  noise: 0.05,
  modes: [
    [hertz, (0.13 * C4) / hertz, loudness],
    [4 * hertz, (0.035 * C4) / hertz, loudness / 5],
    [10 * hertz, (0.012 * C4) / hertz, loudness / 12],
  ],
});

const STROKES: Record<Sound, readonly Stroke[]> = {
  disc: [DISC],
  pass: [bar(0, E4, 0.26), bar(0.13, C4, 0.26)],
  "low-time": [block(0), block(0.15), block(0.3)],
  message: [bar(0, G5, 0.38)],
  start: [bar(0, G4, 0.26), bar(0.1, C5, 0.3)],
  end: [bar(0, C5, 0.32), bar(0.14, G4, 0.28)],
  won: [bar(0, G4, 0.26), bar(0.1, C5, 0.28), bar(0.2, E5, 0.32), bar(0.34, G5, 0.36)],
  lost: [bar(0, E4, 0.26), bar(0.17, C4, 0.28)],
};

const ATTACK_S = 0.001;
/** The noise of a stroke falls to a third in this time. */
const NOISE_S = 0.003;
/** The last stroke is heard for that many times its slowest decay: then a hundredth of it is left. */
const DECAYS = 4.6;
/** The end of what is left is drawn down to nothing: a step would be heard as a crack. */
const FADE_S = 0.02;

/** Computes the samples of a sound, from -1 to 1. */
export function samplesOf(sound: Sound, rate: number): Float32Array<ArrayBuffer> {
  const strokes = STROKES[sound];
  const ends = strokes.map(({ at, modes }) => at + DECAYS * Math.max(...modes.map(([, decay]) => decay)));
  const samples = new Float32Array(Math.ceil(Math.max(...ends) * rate));
  for (const stroke of strokes) strike(samples, stroke, rate);
  const fade = FADE_S * rate;
  return samples.map((sample, index) => sample * Math.min(1, (samples.length - 1 - index) / fade));
}

function strike(samples: Float32Array, { at, noise, modes }: Stroke, rate: number): void {
  const first = Math.round(at * rate);
  let random = 1;
  for (let index = first; index < samples.length; index++) {
    const time = (index - first) / rate;
    random = (random * 16_807) % 0x7fff_ffff;
    let sample = noise * Math.exp(-time / NOISE_S) * ((2 * random) / 0x7fff_ffff - 1);
    for (const [hertz, decay, loudness] of modes)
      sample += loudness * Math.exp(-time / decay) * Math.sin(2 * Math.PI * hertz * time);
    samples[index] = (samples[index] ?? 0) + sample * Math.min(1, time / ATTACK_S);
  }
}

/** A sound that could not begin within this time, in milliseconds, is not heard at all. */
const TOO_LATE_MS = 300;
const DEFAULT_VOLUME = 0.5;
/** No disc falls like the last one: the pitch of a sound differs by up to this share. */
const SPREAD = 0.03;

/** Plays sounds, if the user wants them. Between sounds the audio system sleeps. */
export class Sounds {
  readonly #choices: () => SoundChoices;
  readonly #open: () => AudioContext;
  #context: AudioContext | undefined;
  readonly #buffers = new Map<Sound, AudioBuffer>();
  #sounding = 0;

  /** `open` makes the audio system when the first sound is to be heard. */
  constructor(choices: () => SoundChoices, open: () => AudioContext = () => new AudioContext()) {
    this.#choices = choices;
    this.#open = open;
  }

  /** Plays a sound. Does nothing where there is no audio, or before the first press on the page. */
  async play(sound: Sound): Promise<void> {
    const { sounds, volume = DEFAULT_VOLUME, silent = [] } = this.#choices();
    const kind = sound === "won" || sound === "lost" ? "end" : sound;
    if (!sounds || volume <= 0 || silent.includes(kind)) return;
    try {
      const context = (this.#context ??= this.#open());
      const asked = performance.now();
      // Browsers let a page sound only after the user has pressed something: until then this waits.
      if (context.state !== "running") await context.resume();
      if (performance.now() - asked > TOO_LATE_MS) return;
      this.#sound(context, sound, volume);
    } catch {
      // No audio device, or the browser forbids it: the game goes on silently.
    }
  }

  #sound(context: AudioContext, sound: Sound, volume: number): void {
    const [source, gain] = [context.createBufferSource(), context.createGain()];
    source.buffer = this.#bufferOf(context, sound);
    if (sound === "disc") source.playbackRate.value = 1 + SPREAD * (2 * Math.random() - 1);
    gain.gain.value = volume;
    source.connect(gain).connect(context.destination);
    this.#sounding += 1;
    source.onended = () => this.#ended(context);
    source.start();
  }

  #bufferOf(context: AudioContext, sound: Sound): AudioBuffer {
    const known = this.#buffers.get(sound);
    if (known) return known;
    const samples = samplesOf(sound, context.sampleRate);
    const buffer = context.createBuffer(1, samples.length, context.sampleRate);
    buffer.copyToChannel(samples, 0);
    this.#buffers.set(sound, buffer);
    return buffer;
  }

  /** After the last sound the audio system is put to sleep, so that a silent page costs nothing. */
  #ended(context: AudioContext): void {
    this.#sounding -= 1;
    if (this.#sounding === 0) void context.suspend();
  }
}
