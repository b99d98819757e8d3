// Times in figures, which are the same in every language. Only words come here: what the client has, too, would wait
// for the client, and the client waits for its words.

/** Writes seconds as a clock shows them, with decimals if they have any: `14:15`, `1:02:03`, `0:01.5`. */
export function figures(time: number): string {
  const two = (number: number) => (number < 10 ? `0${number}` : String(number));
  const [hours, minutes] = [Math.floor(time / 3600), Math.floor(time / 60) % 60];
  const seconds = Math.round((time % 60) * 1000) / 1000;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}
