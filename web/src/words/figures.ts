// Times in figures, which are the same in every language.

/** Writes whole seconds as a clock shows them: `14:15`, `1:02:03`. */
export function figures(time: number): string {
  const [hours, minutes, seconds] = [time / 3600, (time % 3600) / 60, time % 60].map(Math.floor) as [
    number,
    number,
    number,
  ];
  const two = (number: number) => String(number).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}
