// Which boards of the lessons are done, kept on this device.
import { keep, readKept } from "../../state/storage";
import { LESSONS, type LessonName } from "./lessons";

const KEY = "willow-lessons";

/** The number of boards of each lesson that were answered rightly. */
export type Progress = Readonly<Partial<Record<LessonName, number>>>;

/** Reads the progress; what is no number of boards is left out. */
export function readProgress(): Progress {
  const kept = readKept(KEY);
  if (typeof kept !== "object" || kept === null) return {};
  const counts = new Map(Object.entries(kept));
  return Object.fromEntries(
    LESSONS.flatMap(({ name, boards }) => {
      const done: unknown = counts.get(name);
      if (typeof done !== "number" || !Number.isInteger(done) || done < 1) return [];
      return [[name, Math.min(done, boards.length)]];
    }),
  );
}

/** Keeps that so many boards of a lesson are done. A lesson that is repeated loses nothing. */
export function keepProgress(name: LessonName, boards: number): Progress {
  const before = readProgress();
  const progress = { ...before, [name]: Math.max(before[name] ?? 0, boards) };
  keep(KEY, progress);
  return progress;
}

/** Returns the first lesson that is not done; `null` when all are. */
export function nextLesson(progress: Progress): LessonName | null {
  return LESSONS.find(({ name, boards }) => (progress[name] ?? 0) < boards.length)?.name ?? null;
}
