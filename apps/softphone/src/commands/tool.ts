import { existsSync, statfsSync } from 'node:fs'
import { type Answer, type Command, refuse } from './command.ts'
import { failure } from '../protocol/codes.ts'
import { soundFile } from './places.ts'

const codeType = { none: 0, mobile: 1, landline: 2 } as const
const mobile = /^(?:\+?86|0)?1[3-9]\d{9}$/
/** With or without the area code; three-digit service numbers, and 95xxx and 400/800 numbers, are landlines too. */
const landline = /^(?:(?:\+?86)?0(?:10|2\d|[3-9]\d{2})[2-8]\d{6,7}|[2-8]\d{6,7}|1[0-2]\d{1,4}|9[56]\d{3,6}|[48]00\d{7})$/
const maxSleepMs = 60_000

const text = (outbuf: string): Answer => ({ result: 1, content: '', outbuf })
const number = (result: number): Answer => ({ result, content: '' })

function space(part: 'bavail' | 'blocks', path: string): number {
  const stats = statfsSync(path, { bigint: true })
  return Number((stats[part] * stats.bsize) / 1_048_576n)
}

/** A drive letter names a drive on Windows, and elsewhere the one disk there is to talk about. */
function diskOf(asked: string): string {
  if (process.platform !== 'win32') return '/'
  const drive = /^[a-z]/i.exec(asked)?.[0] ?? 'c'
  return existsSync(`${drive}:\\`) ? `${drive}:\\` : refuse(failure.invalidPath)
}

function disks(): string {
  if (process.platform !== 'win32') return '/'
  return 'CDEFGHIJKLMNOPQRSTUVWXYZAB'
    .split('')
    .filter((one) => existsSync(`${one}:\\`))
    .join(',')
}

export const tool: Command = async (para, { recorder, settings }) => {
  const what = para.number('a')
  const first = para.text('c')
  switch (what) {
    case 1:
      return number(mobile.test(first) || landline.test(first) ? 1 : 0)
    case 2:
      return number(mobile.test(first) ? codeType.mobile : landline.test(first) ? codeType.landline : codeType.none)
    case 4:
      return number(space('bavail', diskOf(first)))
    case 5:
      return number(space('blocks', diskOf(first)))
    case 6:
      return text(disks())
    case 14: {
      const ms = para.number('b')
      if (ms < 0 || ms > maxSleepMs) return refuse(failure.badParameter)
      await new Promise((resolve) => setTimeout(resolve, ms))
      return number(1)
    }
    case 15:
    case 17:
      if (first === '') return refuse(failure.badParameter)
      return number(settings.set(first, what === 15 ? para.text('d') : String(para.number('b'))) ? 1 : 0)
    case 16:
      return text(settings.get(first) ?? para.text('d'))
    case 18:
      return number(Number(settings.get(first) ?? para.number('b')) || 0)
    case 20: {
      const path = soundFile(recorder.folder, first)
      return number(path !== undefined && existsSync(path) ? 1 : 0)
    }
    case 22:
      settings.writeLog(first)
      return number(1)
    // Places of numbers, sound and fax conversion, pickers, power saving: what the vendor's modules and Windows itself bring.
    case 3:
    case 9:
    case 12:
    case 21:
      return { ...text(''), result: failure.moduleMissing }
    case 7:
    case 8:
    case 10:
    case 11:
    case 13:
      return { ...text(''), result: failure.featureMissing }
    default:
      return refuse(failure.commandNotFound)
  }
}
