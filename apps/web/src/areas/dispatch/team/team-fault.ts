import { RefusalError } from '#platform/http/errors.ts'
import { joined, t } from '#platform/text/text.ts'

/** What the server did not know, in words. */
export function teamFault(error: unknown): unknown {
  if (!(error instanceof RefusalError)) return error
  const data = error.data as { unknown?: string[]; teamName?: string } | null
  if (data?.teamName) return new Error(t('该司机已在「{name}」排队', { name: data.teamName }))
  if (!data?.unknown) return error
  const unknown = joined(data.unknown)
  return new Error(
    error.error === 'dispatchTeams.customersUnknown'
      ? t('没有使用这些电话的客户：{phones}', { phones: unknown })
      : t('不是该城市的司机：{numbers}', { numbers: unknown }),
  )
}
