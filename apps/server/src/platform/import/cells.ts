import * as z from 'zod'
import { CHINA_MINUTES, instantOf } from '#platform/values/local-clock'

// What people write into the cells of a file, read as what it stands for.

const DAY_MS = 86_400_000
/** By China's clock, `2026-12-31` or `2026/12/31 18:00`; of a day alone the beginning, or all of it for an end. */
export const timeCell = (day: 'BEGINNING' | 'WHOLE') =>
  z.string().transform((typed, context) => {
    const [, year, month, date, hour, minute = '00'] =
      /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T](\d{1,2}):(\d{2})(?::\d{2})?)?$/.exec(typed.trim()) ?? []
    const two = (digits = '00') => digits.padStart(2, '0')
    const at = instantOf(`${year}-${two(month)}-${two(date)}`, `${two(hour)}:${minute}:00`, CHINA_MINUTES)
    if (at) return new Date(at.getTime() + (day === 'WHOLE' && hour === undefined ? DAY_MS : 0))
    context.addIssue({ code: 'custom', message: '应为时间，如 2026-12-31 18:00 | must be a time such as 2026-12-31 18:00' })
    return z.NEVER
  })

/** An amount in yuan, with or without its sign, as fen. */
export const yuanCell = z
  .string()
  .transform((typed) => typed.replaceAll(/[¥￥,，元\s]/g, ''))
  .pipe(z.string().regex(/^\d{1,8}(\.\d{1,2})?$/, '应为金额（元） | must be an amount in yuan'))
  .transform((typed) => Math.round(Number(typed) * 100))

/** One of a few words, or the code itself. */
export const wordCell = <K extends string>(words: Readonly<Record<K, string>>) =>
  z.string().transform((typed, context) => {
    const found = (Object.keys(words) as K[]).find((key) => words[key] === typed.trim() || key === typed.trim().toUpperCase())
    if (found) return found
    const all = Object.values<string>(words)
    context.addIssue({ code: 'custom', message: `应为${all.join('、')}之一 | must be one of ${all.join(', ')}` })
    return z.NEVER
  })

/** A day, `2026-12-31`, `2026/12/31`, `2026年12月31日` or `20261231`. */
export const dayCell = z.string().transform((typed, context) => {
  const [, year, month = '', day = ''] =
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?: 00:00(?::00)?)?$/.exec(typed.trim()) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(typed.trim()) ??
    []
  const read = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  if (z.iso.date().safeParse(read).success) return read
  context.addIssue({ code: 'custom', message: '应为日期，如 2026-12-31 | must be a day such as 2026-12-31' })
  return z.NEVER
})

/** 是 or 否; a cell left empty is not given. */
export const yesCell = z.string().transform((typed, context) => {
  const word = typed.trim().toLowerCase()
  if (['是', '已审核', '√', 'y', 'yes', 'true', '1'].includes(word)) return true
  if (['否', '未审核', '×', 'n', 'no', 'false', '0'].includes(word)) return false
  context.addIssue({ code: 'custom', message: '应为是或否 | must be yes or no' })
  return z.NEVER
})
