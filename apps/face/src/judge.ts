import { createHash } from 'node:crypto'
import { sizeOf } from './jpeg.ts'

export interface Asked {
  check: string
  driverId: string
  driverNo: string
  picture?: string
}
/** What is answered instead, to whom it says, so many times (always without `times`). */
export interface Verdict {
  driverNo?: string
  check?: string
  times?: number
  passed?: boolean
  live?: boolean
  scoreBp?: number
  reason?: string
  /** Another answer of HTTP, and how long it takes. */
  status?: number
  delayMs?: number
}
export interface Answer {
  passed: boolean
  reason?: string
  live?: boolean
  scoreBp?: number
}

/** A face that is smaller cannot be told from another. */
const LEAST_PIXELS = 200

/** Judges by what can be known without a model of faces: whether it is a picture at all, large enough, and not one that was shown before. */
export function judgeOf() {
  const seen = new Set<string>()
  return ({ check, picture }: Asked): Answer => {
    // Insurances, and faces that the service's own app has seen.
    if (check !== 'FACE' || picture === undefined) return { passed: true }
    const bytes = Buffer.from(picture, 'base64')
    const size = sizeOf(bytes)
    if (!size) return { passed: false, live: false, scoreBp: 0, reason: '照片无法识别' }
    if (Math.min(size.width, size.height) < LEAST_PIXELS)
      return { passed: false, live: true, scoreBp: 3_000, reason: '人脸太小，请靠近镜头' }
    const print = createHash('sha256').update(bytes).digest('hex')
    if (seen.has(print)) return { passed: false, live: false, scoreBp: 9_900, reason: '疑似翻拍，请现场拍摄' }
    seen.add(print)
    return { passed: true, live: true, scoreBp: 9_600 }
  }
}

/** The first rule that is about this, used up by one; its other words are not answered. */
export function ruleFor(rules: Verdict[], { check, driverNo }: Asked): Verdict | undefined {
  const at = rules.findIndex((rule) => (rule.driverNo ?? driverNo) === driverNo && (rule.check ?? check) === check)
  const rule = rules[at]
  if (rule?.times !== undefined && --rule.times <= 0) rules.splice(at, 1)
  return rule
}
