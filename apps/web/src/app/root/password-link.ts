/** The token in the address of a one-time link for setting a password; null for every other address. Open to everybody. */
export function passwordToken(path: string): string | null {
  const [name = '', query = ''] = path.split('?')
  if (/^\/set-password\/?$/.test(name)) return new URLSearchParams(query).get('token') ?? ''
  const inPath = /^\/(?:set-password|password)\/([^/]+)\/?$/.exec(name)?.[1]
  return inPath === undefined ? null : safeDecode(inPath)
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
