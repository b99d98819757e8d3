// Sounds: when they are heard, and what they are made of.
import { describe, expect, test, vi } from "vitest";
import { samplesOf, SOUND_KINDS, Sounds, type Sound, type SoundChoices } from "./sounds";

const RATE = 48_000;

/** An audio system that only counts. */
class FakeAudio {
  state: AudioContextState = "suspended";
  readonly sampleRate = RATE;
  readonly destination = {};
  /** The lengths of what was played, in samples. */
  readonly lengths: number[] = [];
  readonly ends: (() => void)[] = [];
  resume = vi.fn(() => {
    this.state = "running";
    return Promise.resolve();
  });
  suspend = vi.fn(() => {
    this.state = "suspended";
    return Promise.resolve();
  });

  createGain() {
    return { gain: {}, connect: vi.fn() };
  }

  createBuffer(_channels: number, length: number) {
    return { length, copyToChannel: vi.fn() };
  }

  createBufferSource() {
    const { ends, lengths } = this;
    return {
      buffer: null as { length: number } | null,
      playbackRate: {},
      connect: vi.fn((next: unknown) => next),
      start() {
        lengths.push(this.buffer?.length ?? 0);
      },
      set onended(end: () => void) {
        ends.push(end);
      },
    };
  }
}

function soundsWith(choices: SoundChoices) {
  const audio = new FakeAudio();
  const open = vi.fn(() => audio as unknown as AudioContext);
  return { audio, open, sounds: new Sounds(() => choices, open) };
}

describe("sounds", () => {
  test("are off until they are switched on: then nothing is opened", async () => {
    const { open, sounds } = soundsWith({ sounds: false });
    await sounds.play("disc");
    expect(open).not.toHaveBeenCalled();
  });

  test("may be switched off one by one, or by the volume", async () => {
    const { audio, sounds } = soundsWith({ sounds: true, silent: ["message", "end"] });
    for (const sound of ["message", "end", "won", "lost"] as const) await sounds.play(sound);
    expect(audio.lengths).toEqual([]);
    await sounds.play("disc");
    expect(audio.lengths).toEqual([samplesOf("disc", RATE).length]);
    const silent = soundsWith({ sounds: true, volume: 0 });
    await silent.sounds.play("disc");
    expect(silent.open).not.toHaveBeenCalled();
  });

  test("use one audio system, which sleeps after the last sound", async () => {
    const { audio, open, sounds } = soundsWith({ sounds: true });
    await sounds.play("disc");
    await sounds.play("end");
    audio.ends[0]?.();
    expect(audio.suspend).not.toHaveBeenCalled();
    audio.ends[1]?.();
    expect(audio.suspend).toHaveBeenCalledOnce();
    await sounds.play("disc");
    expect(open).toHaveBeenCalledOnce();
    expect(audio.resume).toHaveBeenCalledTimes(2);
  });

  test("that come too late are not heard", async () => {
    const { audio, sounds } = soundsWith({ sounds: true });
    audio.resume.mockImplementation(() => {
      vi.spyOn(performance, "now").mockReturnValue(performance.now() + 1000);
      return Promise.resolve();
    });
    await sounds.play("disc");
    expect(audio.lengths).toEqual([]);
  });

  test("without audio nothing happens", async () => {
    const sounds = new Sounds(
      () => ({ sounds: true }),
      () => {
        throw new Error("no audio device");
      },
    );
    await expect(sounds.play("disc")).resolves.toBeUndefined();
  });
});

/** The loudest sample of a part of a sound; times are in milliseconds. */
function peak(samples: Float32Array, from = 0, to = Infinity): number {
  return samples
    .subarray((from * RATE) / 1000, Math.min(samples.length, (to * RATE) / 1000))
    .reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
}

/** How loud a frequency is in a sound, by its Fourier sum. */
function loudness(samples: Float32Array, hertz: number): number {
  let [real, imaginary] = [0, 0];
  samples.forEach((sample, index) => {
    const angle = (2 * Math.PI * hertz * index) / RATE;
    real += sample * Math.cos(angle);
    imaginary += sample * Math.sin(angle);
  });
  return Math.hypot(real, imaginary);
}

type Coefficients = readonly [b0: number, b1: number, b2: number, a1: number, a2: number];

/** The filters of ITU-R BS.1770 at 48 kHz: the head's shelf, and what ears do not hear of deep sounds. */
const HEAD: Coefficients = [
  1.53512485958697, -2.6916961993864, 1.1983928108528, -1.69065929318241, 0.73248077421585,
];
const DEEP: Coefficients = [1, -2, 1, -1.99004745483398, 0.99007225036621];

function filtered(samples: Float32Array, [b0, b1, b2, a1, a2]: Coefficients): Float32Array {
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  return samples.map((x) => {
    const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
    [x1, x2, y1, y2] = [x, x1, y, y1];
    return y;
  });
}

/** How loud the loudest tenth of a second of a sound is heard, in decibels. */
function heard(samples: Float32Array): number {
  const squares = filtered(filtered(samples, HEAD), DEEP).map((sample) => sample * sample);
  const length = RATE / 10;
  let [sum, most] = [0, 0];
  squares.forEach((square, index) => {
    sum += square - (squares[index - length] ?? 0);
    most = Math.max(most, sum);
  });
  return 10 * Math.log10(most / length);
}

const SOUNDS: readonly Sound[] = [...SOUND_KINDS, "won", "lost"];

describe("the samples", () => {
  test("are heard equally loud", () => {
    const all = SOUNDS.map((sound) => heard(samplesOf(sound, RATE)));
    expect(Math.max(...all) - Math.min(...all)).toBeLessThan(3);
  });

  test.each<Sound>(["disc", "message"])(
    "of %s, which is heard often, are over in a fifth of a second",
    (often) => {
      expect(samplesOf(often, RATE).length / RATE).toBeLessThanOrEqual(0.2);
    },
  );

  test.each(SOUNDS)("of %s: short, audible, without a crack, not too loud with another one", (sound) => {
    const samples = samplesOf(sound, RATE);
    expect(samples.length / RATE).toBeLessThan(0.8);
    expect(peak(samples)).toBeGreaterThan(0.2);
    expect(peak(samples)).toBeLessThan(0.75);
    const steps = samples.map((sample, index) => sample - (samples[index - 1] ?? 0));
    expect([peak(steps, 0, 0.1) < 0.05, peak(samples.subarray(-5))]).toEqual([true, expect.closeTo(0, 3)]);
  });

  test("of a disc: a knock that falls fast, deeper than it is bright", () => {
    const samples = samplesOf("disc", RATE);
    const [knock, ring, rest] = [peak(samples, 0, 8), peak(samples, 30, 45), peak(samples, 80)];
    expect(knock).toBeGreaterThan(3 * ring);
    expect(ring).toBeGreaterThan(3 * rest);
    // Resonances stand out; between them there is the noise of the stroke alone.
    expect(loudness(samples, 390)).toBeGreaterThan(2 * loudness(samples, 640));
    expect(loudness(samples, 390)).toBeGreaterThan(3 * loudness(samples, 5000));
    expect(loudness(samples, 5000)).toBeGreaterThan(0);
  });
});
