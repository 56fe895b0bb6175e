import type { Device } from '../device/device.ts'
import type { FarEnd, SimLine } from './sim-line.ts'

/** What happens at the far end and at the handset of a simulated line: the name of the deed and its JSON. */
export type SimDesk = (deed: string, body: string) => { status: number; answer: object }

const refused = (status: number, message: string) => ({ status, answer: { ok: false, message } })
const done = (more: object = {}) => ({ status: 200, answer: { ok: true, ...more } })

export function createSimDesk(device: Device, lines: readonly SimLine[]): SimDesk {
  return (deed, body) => {
    let fields: Record<string, unknown>
    try {
      fields = body.trim() === '' ? {} : (JSON.parse(body) as Record<string, unknown>)
    } catch {
      return refused(400, 'The body is no JSON.')
    }
    const ch = fields.ch ?? 0
    const line = typeof ch === 'number' ? lines[ch] : undefined
    if (!line) return refused(400, 'There is no such channel.')
    if (!device.isOpen()) return refused(409, 'No page has the device open.')
    switch (deed) {
      case 'call': {
        const number = String(fields.number ?? '')
        if (!/^[0-9*#+]{0,32}$/.test(number)) return refused(400, 'number: digits, * # +; empty for a hidden number.')
        return line.call(number) ? done() : refused(409, 'The line is taken.')
      }
      case 'hangup':
        return line.farHangUp() ? done() : refused(409, 'There is no call.')
      case 'handset': {
        if (fields.up !== undefined && typeof fields.up !== 'boolean') return refused(400, 'up: true or false; left out, it changes.')
        const up = line.handset(fields.up)
        const digits = String(fields.dial ?? '')
        if (!/^[0-9*#]{0,32}$/.test(digits)) return refused(400, 'dial: digits, * #.')
        if (digits !== '' && up) line.handsetDial(digits)
        return done({ up })
      }
      case 'digit': {
        const key = String(fields.key ?? '')
        if (!/^[0-9*#A-D]$/.test(key)) return refused(400, 'key: one of 0-9 * # A-D.')
        line.farDigit(key)
        return done()
      }
      case 'far-end': {
        const does = String(fields.does ?? '')
        if (!['answers', 'busy', 'silent'].includes(does)) return refused(400, 'does: answers, busy or silent.')
        line.nextCallMeets(does as FarEnd)
        return done()
      }
      default:
        return refused(404, 'call, hangup, handset, digit or far-end.')
    }
  }
}
