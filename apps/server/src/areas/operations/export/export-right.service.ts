import { type ExportedList, exportedLists } from '#platform/list/exported'
import type { OperatorSession } from '#platform/identity/session'

/** The lists that somebody may see, and so may export. */
export const exportableBy = ({ authorities, platformAdmin, scope }: OperatorSession): ExportedList[] =>
  [...exportedLists.values()].filter(
    ({ call }) =>
      typeof call.access === 'object' &&
      authorities.has(call.access.authority) &&
      (!call.crossTenant || platformAdmin) &&
      (!call.everyChannel || scope.channel === '*'),
  )
export const maySeeWholePhones = ({ authorities, scope }: OperatorSession): boolean =>
  scope.phones === 'WHOLE' && authorities.has('export.wholePhones')

/** Whether somebody may export a list so: asked when they ask, when they try again, and when the file is begun. */
export function judgeExport(
  operator: OperatorSession,
  asked: { list: string; wholePhones: boolean },
): ExportedList | { refusal: 'export.unknownList' | 'export.listForbidden' | 'export.phonesForbidden' } {
  const list = exportedLists.get(asked.list)
  if (!list) return { refusal: 'export.unknownList' }
  if (!exportableBy(operator).includes(list)) return { refusal: 'export.listForbidden' }
  if (asked.wholePhones && !maySeeWholePhones(operator)) return { refusal: 'export.phonesForbidden' }
  return list
}
