/** The token in the address of a one-time link for setting a password; null for every other address. Open to everybody. */
export function passwordToken(path: string): string | null {
  const [name = '', query = ''] = path.split('?')
  if (/^\/set-password\/?$/.test(name)) return new URLSearchParams(query).get('token') ?? ''
  const inPath = /^\/(?:set-password|password)\/([^/]+)\/?$/.exec(name)?.[1]
  return inPath === undefined ? null : safeDecode(inPath)
}

/** The token in the address that begins an empty installation; null for every other address. */
export function setupToken(path: string): string | null {
  const [name = '', query = ''] = path.split('?')
  return /^\/begin\/?$/.test(name) ? (new URLSearchParams(query).get('token') ?? '') : null
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
