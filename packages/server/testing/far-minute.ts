/** A minute of the hour that is half an hour away: a schedule of it becomes due only where the test says so. */
export function farMinute(): number {
  return (new Date().getUTCMinutes() + 30) % 60
}
