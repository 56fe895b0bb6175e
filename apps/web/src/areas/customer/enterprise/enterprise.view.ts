import type { enterpriseCalls } from '@chauffeur/contract/customer/enterprise'
import type { AnswerOf, InputOf } from '@chauffeur/contract/kernel/call'
import { fenOf } from '#ui/show/money.view.ts'

export type EnterpriseRow = AnswerOf<typeof enterpriseCalls.enterprises>['rows'][number]
export type Enterprise = AnswerOf<typeof enterpriseCalls.enterprise>
export type Employee = AnswerOf<typeof enterpriseCalls.employees>['rows'][number]
export type Entry = AnswerOf<typeof enterpriseCalls.entries>['rows'][number]
export type PastedEmployee = InputOf<typeof enterpriseCalls.importEmployees>['employees'][number]

/** A line of a pasted list: telephone, name, department and monthly limit in yuan, by tabs, commas or spaces; the telephone may stand anywhere. */
export function pastedEmployees(pasted: string): PastedEmployee[] {
  return pasted
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const parts = line
        .split(/[\t,，;；]/.test(line) ? /[\t,，;；]/ : /\s+/)
        .map((part) => part.trim())
        .filter((part) => part !== '')
      const at = Math.max(
        0,
        parts.findIndex((part) => /^[+\d][\d\s()-]{6,}$/.test(part)),
      )
      const [name, dept, limit] = parts.filter((_, index) => index !== at)
      const yuan = Number(limit)
      return {
        phone: parts[at] ?? line,
        ...(name && { name }),
        ...(dept && { dept }),
        ...(limit && yuan > 0 && { monthLimitFen: fenOf(yuan) }),
      }
    })
}
