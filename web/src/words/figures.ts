// Times in figures, which are the same in every language. Only words come here: what the client has, too, would wait
// for the client, and the client waits for its words.

/** Writes whole seconds as a clock shows them: `14:15`, `1:02:03`. */
export function figures(time: number): string {
  const two = (number: number) => String(number).padStart(2, "0");
  const [hours, minutes, seconds] = [Math.floor(time / 3600), Math.floor(time / 60) % 60, time % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}
