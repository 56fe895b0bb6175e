/** A secret in groups of four, as it is typed by hand. */
export function secretGroups(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ')
}
