import { rightCalls, type RightRow } from '@chauffeur/contract/pricing/right'
import { rightGrantCalls, RIGHTS_AT_ONCE } from '@chauffeur/contract/pricing/right-grant'
import { CallForm } from '#kit/edit/call.form.tsx'
import { CountField, CustomerField, KilometresField, MoneyField } from '#kit/fields/fields.ts'
import ImportDialog from '#kit/import/import.dialog.tsx'
import type { RowDialogProps } from '#kit/list/define.view.ts'
import { t } from '#platform/text/text.ts'

const refreshes = [rightCalls.list, rightCalls.view, rightGrantCalls.list]
const MOST = 100_000_000

/** As much of a right for each of the customers who are picked. */
export function GiveDialog({ row: { rightId, name, unit }, open, onClose }: RowDialogProps<RightRow>) {
  return (
    <CallForm
      call={rightGrantCalls.give}
      refreshes={refreshes}
      open={open}
      title={t('发放 {name}', { name })}
      initial={unit === 'TIMES' ? { times: 1 } : {}}
      beside={() => ({ rightId })}
      saved={({ granted, refused }) =>
        refused.length === 0
          ? t('已发给 {n} 位客户', { n: granted })
          : t('已发给 {n} 位客户，{m} 位在黑名单或不存在', { n: granted, m: refused.length })
      }
      onClose={onClose}
    >
      <CustomerField name="customerIds" required multiple most={RIGHTS_AT_ONCE} />
      {unit === 'TIMES' ? <CountField name="times" label={t('每位次数')} required min={1} max={10_000} /> : null}
      {unit === 'AMOUNT' ? <MoneyField name="amountFen" label={t('每位金额')} required min={1} max={MOST} /> : null}
      {unit === 'KM' ? <KilometresField name="distanceM" label={t('每位里程')} required min={1} max={MOST} /> : null}
    </CallForm>
  )
}

const quantityHint = ({ unit }: RightRow): string => {
  if (unit === 'AMOUNT') return t('每行一位客户的电话和金额（元）；没有建档的电话自动建档。')
  return unit === 'KM'
    ? t('每行一位客户的电话和里程（公里）；没有建档的电话自动建档。')
    : t('每行一位客户的电话和次数，不填次数为一次；没有建档的电话自动建档。')
}

/** The same out of a sheet, how much in each row. */
export function GiveFileDialog({ row, open, onClose }: RowDialogProps<RightRow>) {
  return (
    <ImportDialog
      kind={{
        kind: 'pricing.rightGrant',
        title: t('按名单发放 {name}', { name: row.name }),
        may: rightGrantCalls.give,
        hint: quantityHint(row),
        example: '13800001111',
        refreshes,
      }}
      into={{ rightId: row.rightId }}
      open={open}
      onClose={onClose}
    />
  )
}
