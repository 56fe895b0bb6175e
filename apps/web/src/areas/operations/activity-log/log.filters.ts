import { activityLogCalls } from '@chauffeur/contract/operations/activity-log'
import { useMemo } from 'react'
import { useCall } from '#platform/http/call.ts'
import { t, tr, useLocale } from '#platform/text/text.ts'
import { callWords } from '#kit/log/call-words.ts'
import type { Filter, Option } from '#kit/list/query-table.tsx'
import { actorText, objectWords } from './log.view.ts'

const none: readonly Option[] = []
const worded = (options: readonly Option[]) => options.filter(({ key }) => key !== '').map(({ key, value }) => ({ key, value: tr(value) }))

const kinds = (options: readonly Option[]) => options.filter(({ key }) => key !== '').map(({ key }) => ({ key, value: objectWords(key) }))

function useOptions() {
  const options = useCall(activityLogCalls.options, {}).data
  return { calls: options?.calls ?? none, objects: options?.objects ?? none }
}

/** Filters of the two logs. */
export function useLogFilters(): Filter[] {
  const language = useLocale()
  const { calls, objects } = useOptions()
  return useMemo(
    () => [
      { kind: 'text', key: 'actorName', label: t('操作人'), width: 110 },
      { kind: 'select', key: 'actorType', label: t('身份'), width: 96, options: worded(optionsOf(actorText)) },
      {
        kind: 'select',
        key: 'call',
        label: t('操作内容'),
        width: 160,
        options: calls.filter(({ key }) => key !== '').map(({ key, value }) => ({ key, value: callWords(value, key) })),
      },
      { kind: 'select', key: 'object', label: t('对象类型'), width: 116, options: kinds(objects) },
      {
        kind: 'text',
        key: 'objectId',
        label: t('对象编号'),
        placeholder: t('订单号、预约单号或编号'),
        width: language === 'en' ? 190 : 170,
      },
      {
        kind: 'select',
        key: 'result',
        label: t('结果'),
        width: 90,
        options: [
          { key: 'DONE', value: t('成功') },
          { key: 'REFUSED', value: t('被拒') },
        ],
      },
      { kind: 'days', key: 'at', label: t('日期'), width: 230 },
      { kind: 'text', key: 'requestId', label: t('请求号'), width: language === 'en' ? 120 : 110 },
      { kind: 'text', key: 'ip', label: 'IP', width: 110 },
    ],
    [language, calls, objects],
  )
}

/** Filters of the changes of data. */
export function useChangeFilters(): Filter[] {
  const language = useLocale()
  const { objects } = useOptions()
  return useMemo(() => {
    const filters: Filter[] = [
      { kind: 'select', key: 'object', label: t('对象类型'), width: 130, options: kinds(objects) },
      {
        kind: 'text',
        key: 'objectId',
        label: t('对象编号'),
        placeholder: t('订单号、预约单号或编号'),
        width: language === 'en' ? 190 : 170,
      },
      { kind: 'text', key: 'actorName', label: t('操作人'), width: 120 },
      { kind: 'days', key: 'at', label: t('日期'), width: 230 },
    ]
    return language === 'en' ? [...filters] : filters
  }, [language, objects])
}

const optionsOf = (table: Record<string, string>): Option[] => Object.entries(table).map(([key, value]) => ({ key, value }))
