/** The caller's number as the desk phone told it: one that begins with 01 loses one leading digit. */
export function telPhoneOf(told: string | null): string {
  const digits = (told ?? '').replace(/[\s()-]/g, '')
  return digits.startsWith('01') ? digits.slice(1) : digits
}
