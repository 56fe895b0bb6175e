export const MOBILE_NUMBER = /^1[3-9]\d{9}$/
/** Mobiles, land lines with their area code, 400 numbers. */
export const TELEPHONE_NUMBER = /^(1[3-9]\d{9}|0\d{9,11}|400\d{7})$/

/** A number as typed without spaces, brackets, the country's code and a mobile's trunk 0. */
export const bareNumber = (typed: string): string =>
  typed
    .replace(/[\s()-]/g, '')
    .replace(/^(\+?86|0086)(?=1\d{10}$|0)/, '')
    .replace(/^0(?=1[3-9]\d{9}$)/, '')

/** A number as the server keeps it, or null when it is none. */
export function normalPhone(typed: string): string | null {
  const number = bareNumber(typed)
  return TELEPHONE_NUMBER.test(number) ? number : null
}
