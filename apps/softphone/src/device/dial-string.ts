export interface DialStep {
  digit: string
  /** Silence before it, in ms. */
  pauseMs: number
}

/** `,` waits a second, `.` half a second; after `:` the own area code is left out. What is no key of a telephone is dropped. */
export function readDialString(text: string, cityCode: number): DialStep[] {
  const steps: DialStep[] = []
  let pauseMs = 0
  let rest = text
  while (rest !== '') {
    const key = rest.charAt(0)
    rest = rest.slice(1)
    if (key === ',') pauseMs += 1_000
    else if (key === '.') pauseMs += 500
    else if (key === ':') rest = withoutCode(rest, cityCode)
    else if (/[0-9*#A-D+]/.test(key)) {
      steps.push({ digit: key, pauseMs })
      pauseMs = 0
    }
  }
  return steps
}

function withoutCode(number: string, cityCode: number): string {
  if (cityCode === 0) return number
  return number.replace(new RegExp(`^0?${cityCode}`), '')
}
