/** Owns the databases of the tests, as an operator's own server has it: no superuser, nobody who skips row security. */
export const OWNER = 'test_owner'

/** The same server's connection string, for another database. */
export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

/** The same server's connection string, for the plain owner. */
export function plainOwnerUrl(serverUrl: string): string {
  const url = new URL(serverUrl)
  if (url.host === '') url.searchParams.set('user', OWNER)
  else url.username = OWNER
  url.password = ''
  return url.href
}
