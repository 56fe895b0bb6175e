export const LOGO_BYTES = 2 * 1_048_576
const TYPES = ['image/png', 'image/jpeg', 'image/webp']
export const LOGO_ACCEPT = TYPES.join(',')

/** Why a chosen file cannot become a logo; the server looks at the content itself, this spares the way there. */
export function logoProblem(file: { type: string; size: number }): 'type' | 'size' | 'empty' | null {
  if (file.size === 0) return 'empty'
  if (!TYPES.includes(file.type)) return 'type'
  return file.size > LOGO_BYTES ? 'size' : null
}
