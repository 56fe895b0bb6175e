import {
  driverInsuranceCalls,
  insurancePayerText,
  insuranceProductText,
  type InsuranceRow,
  insuranceStateText,
} from '@chauffeur/contract/qualification/insurance'
import { defineImport } from '#kit/import/import-button.tsx'
import { TemplateButton } from '#kit/import/template-button.tsx'
import { letters } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import type { Shown } from '#kit/list/define.view.ts'
import { t, tr } from '#platform/text/text.ts'
import { insuranceTones } from '#shared/driver/insurance.panel.tsx'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { Tag } from '#ui/show/tag.tsx'

const InsuranceForm = lazyPiece(() => import('./insurance.form.tsx'))
const CancelInsurance = lazyPiece(() => import('./cancel-insurance.dialog.tsx'))

const Import = defineImport<InsuranceRow>(() => ({
  kind: 'qualification.insurance',
  title: t('司机保单'),
  may: driverInsuranceCalls.save,
  hint: t('每行一张保单：工号、险种、保险公司、保单号、保险起期、保险止期、保额、保费、承担方。同一司机同一险种期间重叠的行不会导入。'),
  example: t('HZ0001，意外险，平安产险，PA20261201001，2026-12-01，2027-11-30，500000，120，平台'),
  refreshes: [driverInsuranceCalls.list],
}))

const Buttons = (shown: Shown<InsuranceRow>) => (
  <>
    <TemplateButton call={driverInsuranceCalls.downloadHead} />
    <Import {...shown} />
  </>
)

/** Policies that cover drivers, which a city may ask for before duty. */
export default defineList(driverInsuranceCalls.list, ({ c, f, a }) => ({
  name: 'qualification.insurances',
  title: t('司机保险'),
  extra: t('城市要求保单的，司机上线后一小时内都须在保障中'),
  rowKey: (row) => row.insuranceId,
  rowName: (row) => `${row.driverName} ${tr(insuranceProductText[row.product])}`,
  open: ['edit'],
  fills: t('还没有司机保单，可逐张新建或按模板导入。'),
  Buttons,
  add: { may: driverInsuranceCalls.save, label: t('新建保单'), Dialog: InsuranceForm },
  filters: [
    f.keyword(t('工号、姓名或电话')),
    f.city(),
    f.word('state', t('状态'), insuranceStateText),
    f.word('product', t('险种'), insuranceProductText),
    f.choice(
      'endsWithinDays',
      t('到期'),
      [1, 7, 30].map((days) => ({ key: String(days), value: t('{n} 天内到期', { n: days }) })),
    ),
    f.text('policyNo', t('保单号'), { more: true }),
    f.word('payer', t('承担方'), insurancePayerText, { more: true }),
    f.pick('driver', { more: true }),
  ],
  columns: [
    c.opener('driverNo', t('司机'), {
      like: letters(8),
      words: (row) => row.driverName,
      under: (row) => row.driverNo,
      shows: ['driverNo', 'driverName'],
    }),
    c.of('cityName', t('城市'), (row) => tr(row.cityName), letters(5)),
    c.of(
      'state',
      t('状态'),
      (row) => (
        <span title={row.cancelReason || undefined}>
          <Tag tone={insuranceTones[row.state]}>{tr(insuranceStateText[row.state])}</Tag>
        </span>
      ),
      Object.values(insuranceStateText).map(tr),
      { besidePx: 16 },
    ),
    c.of('product', t('险种'), (row) => tr(insuranceProductText[row.product]), Object.values(insuranceProductText).map(tr)),
    c.two(
      'policyNo',
      t('保单'),
      (row) => row.policyNo,
      (row) => row.insurer,
      ['PA2026120100123456'],
      { shows: ['policyNo', 'insurer'], grow: true },
    ),
    c.time('from', t('保险起期'), { sortable: true }),
    c.time('until', t('保险止期'), { sortable: true }),
    c.money('coverageFen', t('保额'), { width: 124 }),
    c.money('premiumFen', t('保费')),
    c.of('payer', t('承担方'), (row) => tr(insurancePayerText[row.payer]), Object.values(insurancePayerText).map(tr)),
    c.text('cancelReason', t('退保原因'), undefined, { optional: true }),
    c.text('changedBy', t('修改人'), undefined, { optional: true }),
    c.time('changedAt', t('修改时间'), { optional: true }),
  ],
  actions: [a.edit(InsuranceForm), { key: 'cancel', label: t('退保'), danger: true, Dialog: CancelInsurance }],
}))
