// Sounds: when they are heard, and what they are made of.
import { describe, expect, test, vi } from "vitest";
import { SOUND_KINDS, Sounds, TONES, type SoundWish } from "./sounds";

/** An audio system that only counts. */
class FakeAudio {
  state: AudioContextState = "suspended";
  readonly currentTime = 0;
  readonly destination = {};
  readonly frequencies: number[] = [];
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
    return {
      gain: { setValueAtTime: vi.fn(), linearRampToValueAtTime: vi.fn() },
      connect: vi.fn(() => ({ connect: vi.fn() })),
    };
  }

  createOscillator() {
    const { ends, frequencies } = this;
    return {
      type: "sine",
      frequency: {
        setValueAtTime: (hertz: number) => frequencies.push(hertz),
        exponentialRampToValueAtTime: vi.fn(),
      },
      connect: vi.fn((next: unknown) => next),
      start: vi.fn(),
      stop: vi.fn(),
      set onended(end: () => void) {
        ends.push(end);
      },
    };
  }
}

function soundsWith(wish: SoundWish) {
  const audio = new FakeAudio();
  const open = vi.fn(() => audio as unknown as AudioContext);
  return { audio, open, sounds: new Sounds(() => wish, open) };
}

describe("sounds", () => {
  test("are off until they are switched on: then nothing is opened", async () => {
    const { open, sounds } = soundsWith({ sounds: false });
    await sounds.play("disc");
    expect(open).not.toHaveBeenCalled();
  });

  test("may be switched off one by one, or by the volume", async () => {
    const { audio, sounds } = soundsWith({ sounds: true, silent: ["message"] });
    await sounds.play("message");
    expect(audio.frequencies).toEqual([]);
    await sounds.play("disc");
    expect(audio.frequencies).toEqual(TONES.disc.map(({ from }) => from));
    const silent = soundsWith({ sounds: true, volume: 0 });
    await silent.sounds.play("disc");
    expect(silent.open).not.toHaveBeenCalled();
  });

  test("use one audio system, which sleeps after the last tone", async () => {
    const { audio, open, sounds } = soundsWith({ sounds: true });
    await sounds.play("start");
    expect(audio.ends).toHaveLength(TONES.start.length);
    audio.ends.slice(1).forEach((end) => end());
    expect(audio.suspend).not.toHaveBeenCalled();
    audio.ends[0]?.();
    expect(audio.suspend).toHaveBeenCalledOnce();
    await sounds.play("end");
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
    expect(audio.frequencies).toEqual([]);
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

  test("are short, audible and never too loud", () => {
    for (const kind of SOUND_KINDS) {
      for (const { at, lasts, from, to, loudness } of TONES[kind]) {
        expect(at + lasts).toBeLessThan(0.5);
        expect(Math.min(from, to)).toBeGreaterThan(100);
        expect(loudness).toBeLessThanOrEqual(1);
      }
    }
  });
});
