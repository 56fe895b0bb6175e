/** By these headers a client of the driver's side says which app of the business it is, and in which version. */
export const APP_ID_HEADER = 'app-id'
export const APP_VERSION_HEADER = 'app-version'

/** Compares versions such as 3.10.2 number by number; null where one of them is no version. */
export function compareVersions(one: string, other: string): number | null {
  const parts = (text: string) => (/^\d{1,9}(\.\d{1,9})*$/.test(text) ? text.split('.').map(Number) : null)
  const a = parts(one)
  const b = parts(other)
  if (!a || !b) return null
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0)
    if (difference !== 0) return Math.sign(difference)
  }
  return 0
}
