import { type ExportedList, exportedLists } from '#platform/list/exported'
import { includesSight, type Sight } from '#platform/database/scope'
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

/** Why somebody may not (any more) have a file that was written with such a sight. */
export function forbiddenFile(
  operator: OperatorSession,
  of: { list: string; whole_phones: boolean; seen: Sight },
): 'export.listForbidden' | 'export.phonesForbidden' | 'export.sightNarrowed' | null {
  const judged = judgeExport(operator, { list: of.list, wholePhones: of.whole_phones })
  if ('refusal' in judged) return judged.refusal === 'export.unknownList' ? 'export.listForbidden' : judged.refusal
  return includesSight(operator.scope, of.seen) ? null : 'export.sightNarrowed'
}
