import { type exportCalls as Calls, exportCalls, exportFormat } from '@chauffeur/contract/operations/export'
import { jobCalls } from '@chauffeur/contract/operations/job'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { CallForm } from '#kit/edit/call.form.tsx'
import { CheckField, RadioField, SwitchField } from '#kit/fields/choice-fields.tsx'
import { WhenField } from '#kit/fields/field-row.tsx'
import { LongTextField } from '#kit/fields/text-fields.tsx'
import type { Filter, Option } from '#kit/list/query-table.view.ts'
import { t } from '#platform/text/text.ts'
import { countText } from '#ui/show/measure.view.ts'
import { columnsOnScreen, conditionsInWords, inOrder, type ListShown } from './export.view.ts'
import './jobs.css'

interface ExportDialogProps {
  open: boolean
  onClose: () => void
  exported: AnswerOf<typeof Calls.dict>['lists'][number]
  mayWholePhones: boolean
  list: ListShown
}

const PAGE = ['pageNo', 'pageSize', 'sortBy', 'sortOrder']

/** Asks how a list is to be exported; what becomes of it is shown in the header. */
export default function ExportDialog({ open, onClose, exported, mayWholePhones, list }: ExportDialogProps) {
  const known = exported.columns.map(({ key }) => key)
  const onScreen = columnsOnScreen(list.columns, known)
  const conditions = conditionsInWords(list.filters, list.values, useChoices(list.filters))
  const { total = 0, totalCapped = false } = list.total ?? {}
  const { sortBy, sortOrder } = list.input as { sortBy?: string; sortOrder?: 'asc' | 'desc' }
  return (
    <CallForm
      call={exportCalls.create}
      refreshes={[jobCalls.list, exportCalls.list]}
      open={open}
      width={560}
      title={t('导出{name}', { name: exported.name })}
      okText={t('开始导出')}
      saved={t('已开始导出，进度见右上角“任务”')}
      initial={{ format: 'XLSX', columns: onScreen.length > 0 ? onScreen : known, wholePhones: false }}
      input={({ format, columns, wholePhones, reason }) => ({
        format,
        columns: inOrder(columns ?? [], onScreen, known),
        wholePhones: wholePhones ?? false,
        reason,
        list: exported.list,
        filters: Object.fromEntries(Object.entries(list.input).filter(([name]) => !PAGE.includes(name))),
        sortBy,
        sortOrder,
        conditions,
        utcOffsetMinutes: -new Date().getTimezoneOffset(),
      })}
      onClose={onClose}
    >
      <p className="export-about">
        {totalCapped
          ? t('导出符合条件的全部记录（超过 {n} 条）', { n: countText(total) })
          : t('导出符合条件的全部 {n} 条记录', { n: countText(total) })}
        <br />
        {conditions || t('没有筛选条件')}
      </p>
      <RadioField name="format" label={t('格式')} choices={exportFormat.options.map((value) => ({ value, label: value }))} required />
      <CheckField
        name="columns"
        label={t('列')}
        className="export-columns"
        required
        choices={exported.columns.map(({ key, title }) => ({ value: key, label: title }))}
      />
      {mayWholePhones && exported.columns.some(({ phones }) => phones) ? (
        <SwitchField name="wholePhones" label={t('完整电话号码')} hint={t('须填写原因，导出和每次下载都会记入日志')} />
      ) : null}
      {[true, false].map((whole) => (
        <WhenField key={String(whole)} name="wholePhones" is={whole}>
          <LongTextField name="reason" label={t('原因')} maxLength={200} required={whole} />
        </WhenField>
      ))}
    </CallForm>
  )
}

/** The choices of each filter; a list has the same filters for good. */
const useChoices = (filters: readonly Filter[]): (readonly Option[])[] =>
  filters.map((filter) => {
    if (filter.kind !== 'select' && filter.kind !== 'multi') return []
    return typeof filter.options === 'function' ? filter.options() : filter.options
  })
