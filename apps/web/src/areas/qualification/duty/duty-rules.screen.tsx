import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { driverDutyCalls } from '@chauffeur/contract/qualification/duty'
import { FACE_LOCK_MINUTES, FACE_MAX_FAIL, FACE_RANDOM_PERCENT, faceTriggerText } from '@chauffeur/contract/qualification/face'
import { type InsuranceProduct, insuranceProduct, insuranceProductText } from '@chauffeur/contract/qualification/insurance'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { Button } from 'antd'
import { useState } from 'react'
import { sendCall, useCall } from '#platform/http/call.ts'
import { useMay } from '#platform/session/session.ts'
import { joined, t, tr } from '#platform/text/text.ts'
import { type Fact, savedAgain } from '#kit/config/config.view.ts'
import { CheckField, choicesOf, CountField, FieldRow, MoneyField, ReasonField, SelectField, SwitchField } from '#kit/fields/fields.ts'
import { CoverOfRule } from './cover-of-rule.tsx'
import { SettingActions } from '#kit/config/setting-actions.tsx'
import { VersionsDrawer } from '#kit/config/versions.tsx'
import { CallForm } from '#kit/edit/call.form.tsx'
import { type Exam, ExamsField, examsWords } from './exams-field.tsx'
import { Async } from '#ui/page/async.tsx'
import { moneyText } from '#ui/show/money.view.ts'
import { Page, Panel } from '#ui/page/page.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { Tag } from '#ui/show/tag.tsx'
import '../qualification.css'

type Rules = AnswerOf<typeof driverDutyCalls.list>['rows'][number]
/** Asks nothing: what holds where neither tenant nor city has rules. */
const nothingAsked = {
  version: 0,
  faceRequired: false,
  faceEveryHours: 24,
  faceFirstOrder: false,
  faceRandomPercent: 0,
  facePayout: false,
  faceMaxFail: 3,
  faceLockMinutes: 30,
  facePicture: false,
  examGroups: [],
  insuranceRequired: false,
  insuranceEveryHours: 24,
  policies: [] as InsuranceProduct[],
  photosBeforeDepart: 0,
  receiptFromFen: null,
}
/** Rules of one more city begin with what holds there until now: those of all cities. */
const tenantRules = (rows: readonly Rules[]) => {
  const there = Object.entries(rows.find(({ cityId }) => cityId === null) ?? {}).filter(([name]) => name in nothingAsked)
  return { ...nothingAsked, ...Object.fromEntries(there), version: 0 }
}
interface Editing {
  /** Null for those of one more city. */
  row: Rules | null
}

/** What drivers have to show before duty and during a trip, by city. */
export default function DutyRulesScreen() {
  const query = useCall(driverDutyCalls.list, {})
  const mayEdit = useMay(driverDutyCalls.save)
  const [editing, setEditing] = useState<Editing | null>(null)
  const cities = query.data?.cities ?? []
  const own = new Set(cities.map(({ cityId }) => cityId))
  const free = cities.filter(({ cityId }) => !query.data?.rows.some((row) => row.cityId === cityId))
  return (
    <Page
      title={t('司机上线规则')}
      extra={t('没有单独设置的城市按全部城市的规则')}
      actions={
        mayEdit ? (
          <Button
            type="primary"
            icon={<PlusOutlined />}
            disabled={!query.data || free.length === 0}
            onClick={() => setEditing({ row: null })}
          >
            {t('新增城市规则')}
          </Button>
        ) : undefined
      }
    >
      <Panel>
        <Async query={query}>
          {({ rows, exams, mayChangeTenant }) => (
            <RulesTable
              rows={rows}
              exams={exams}
              mayChange={(cityId) => (cityId === null ? mayChangeTenant : mayEdit && own.has(cityId))}
              onEdit={setEditing}
            />
          )}
        </Async>
      </Panel>
      <RulesForm
        editing={editing}
        rows={query.data?.rows ?? []}
        exams={query.data?.exams ?? []}
        cities={free}
        onClose={() => setEditing(null)}
      />
    </Page>
  )
}

const askedWords = (required: boolean, hours: number) => (required ? t('须通过，{n} 小时内有效', { n: hours }) : t('不要求'))
const asked = (required: boolean, hours: number) => <Tag tone={required ? 'run' : 'off'}>{askedWords(required, hours)}</Tag>
/** What else a face is asked for, and after how many failures no more. */
const otherFaceWords = ({ faceFirstOrder, faceRandomPercent, facePayout }: Rules) =>
  joined([
    ...(faceFirstOrder ? [tr(faceTriggerText.FIRST_ORDER_DAY)] : []),
    ...(faceRandomPercent > 0 ? [t('随机抽查 {n}% 订单', { n: faceRandomPercent })] : []),
    ...(facePayout ? [tr(faceTriggerText.BEFORE_PAYOUT)] : []),
  ]) || t('不要求')
const lockWords = ({ faceMaxFail, faceLockMinutes }: Rules) => t('连续 {n} 次未通过，锁定 {m} 分钟', { n: faceMaxFail, m: faceLockMinutes })
const policiesWords = ({ policies }: Rules) =>
  policies.length === 0 ? t('不要求') : joined(policies.map((product) => tr(insuranceProductText[product])))
const photosWords = ({ photosBeforeDepart: n }: Rules) => (n === 0 ? t('不要求') : t('{n} 张', { n }))
const receiptWords = ({ receiptFromFen: fen }: Rules) => (fen === null ? t('不要求') : t('{sum} 起须上传', { sum: moneyText(fen) }))

function RulesTable({
  rows,
  exams,
  mayChange,
  onEdit,
}: {
  rows: readonly Rules[]
  exams: readonly Exam[]
  mayChange: (cityId: string | null) => boolean
  onEdit: (editing: Editing) => void
}) {
  const tenant = rows.find((row) => row.cityId === null) ?? {
    ...nothingAsked,
    cityId: null,
    cityName: '',
    reason: '',
    changedBy: '',
    changedAt: new Date(0).toISOString(),
  }
  const [history, setHistory] = useState<{ row: Rules; open: boolean } | null>(null)
  const nameOf = ({ cityId, cityName }: Rules) => (cityId === null ? t('全部城市') : tr(cityName))
  return (
    <>
      <PlainTable
        rows={[tenant, ...rows.filter((row) => row.cityId !== null)]}
        rowKey={({ cityId }) => cityId ?? 'tenant'}
        columns={[
          { title: t('城市'), head: true, cell: nameOf },
          { title: t('上线前人脸识别'), cell: (row) => asked(row.faceRequired, row.faceEveryHours) },
          { title: t('其他人脸核验'), cell: otherFaceWords },
          { title: t('人脸未通过'), cell: lockWords },
          { title: t('上线前考试'), cell: (row) => examsWords(row, exams) },
          { title: t('上线前保险查验'), cell: (row) => asked(row.insuranceRequired, row.insuranceEveryHours) },
          { title: t('上线前保单'), cell: policiesWords },
          { title: t('出发前车辆照片'), cell: photosWords },
          { title: t('附加费票据'), cell: receiptWords },
          {
            title: t('操作'),
            cell: (row) => (
              <SettingActions
                name={nameOf(row)}
                onEdit={mayChange(row.cityId) && (() => onEdit({ row }))}
                onHistory={row.version > 0 && (() => setHistory({ row, open: true }))}
              />
            ),
          },
        ]}
      />
      {history ? (
        <DutyHistoryDrawer
          {...history}
          exams={exams}
          name={nameOf(history.row)}
          mayReturn={mayChange(history.row.cityId)}
          onClose={() => setHistory({ ...history, open: false })}
        />
      ) : null}
    </>
  )
}

/** What a version says, field by field. */
const factsOf = (rules: Rules, exams: readonly Exam[]): Fact[] => [
  { label: t('上线前人脸识别'), words: askedWords(rules.faceRequired, rules.faceEveryHours) },
  { label: t('其他人脸核验'), words: otherFaceWords(rules) },
  { label: t('人脸未通过'), words: lockWords(rules) },
  { label: t('司机页面拍照核验'), words: rules.facePicture ? t('开启') : t('关闭') },
  { label: t('上线前考试'), words: examsWords(rules, exams) },
  { label: t('上线前保险查验'), words: askedWords(rules.insuranceRequired, rules.insuranceEveryHours) },
  { label: t('上线前保单'), words: policiesWords(rules) },
  { label: t('出发前车辆照片'), words: photosWords(rules) },
  { label: t('附加费票据'), words: receiptWords(rules) },
]

interface HistoryProps {
  row: Rules
  exams: readonly Exam[]
  name: string
  open: boolean
  mayReturn: boolean
  onClose: () => void
}
const DutyHistoryDrawer = ({ row, exams, name, open, mayReturn, onClose }: HistoryProps) => (
  <VersionsDrawer
    open={open}
    title={t('{name} 的历史', { name })}
    query={useCall(driverDutyCalls.history, row.cityId === null ? {} : { cityId: row.cityId }, { enabled: open })}
    factsOf={(rules) => factsOf(rules, exams)}
    back={
      mayReturn
        ? {
            call: driverDutyCalls.save,
            save: (version, newest, changeReason) =>
              sendCall(driverDutyCalls.save, { ...savedAgain(version), version: newest.version, changeReason }, { silent: true }),
          }
        : undefined
    }
    onClose={onClose}
  />
)

/** Of a city, or of the tenant; without a row of a city that is to be chosen. */
export function RulesForm({
  editing,
  rows,
  exams,
  cities,
  onClose,
}: {
  editing: Editing | null
  rows: readonly Rules[]
  exams: readonly Exam[]
  cities: readonly { cityId: string; name: string }[]
  onClose: () => void
}) {
  return (
    <CallForm
      call={driverDutyCalls.save}
      open={editing !== null}
      title={(row) => (row ? t('修改司机上线规则') : t('新增城市规则'))}
      row={editing?.row}
      initial={tenantRules(rows)}
      beside={(row) => ({ version: row?.version ?? 0, ...(row?.cityId && { cityId: row.cityId }) })}
      onClose={onClose}
    >
      {(row) => (
        <>
          {row ? null : (
            <SelectField
              name="cityId"
              label={t('城市')}
              required
              choices={cities.map(({ cityId, name }) => ({ value: cityId, label: tr(name) }))}
            />
          )}
          <FieldRow>
            <SwitchField name="faceRequired" label={t('上线前人脸识别')} />
            <CountField name="faceEveryHours" label={t('人脸识别有效')} required min={1} max={720} suffix={t('小时')} />
            <SwitchField name="faceFirstOrder" label={t('当日首单前人脸识别')} />
            <CountField
              name="faceRandomPercent"
              label={t('接单前随机抽查')}
              hint={t('0 为不抽查')}
              required
              min={0}
              max={FACE_RANDOM_PERCENT.max}
              suffix="%"
            />
            <SwitchField name="facePayout" label={t('提现前人脸识别')} />
            <CountField
              name="faceMaxFail"
              label={t('连续未通过')}
              required
              min={FACE_MAX_FAIL.min}
              max={FACE_MAX_FAIL.max}
              suffix={t('次后锁定')}
            />
            <CountField
              name="faceLockMinutes"
              label={t('锁定时长')}
              required
              min={FACE_LOCK_MINUTES.min}
              max={FACE_LOCK_MINUTES.max}
              suffix={t('分钟')}
            />
            <SwitchField name="facePicture" label={t('司机页面拍照核验')} hint={t('关闭时由查验服务自己的应用核验')} />
            <SwitchField name="insuranceRequired" label={t('上线前保险查验')} />
            <CountField name="insuranceEveryHours" label={t('保险查验有效')} required min={1} max={720} suffix={t('小时')} />
            <CheckField name="policies" label={t('上线前须有保单')} choices={choicesOf(insuranceProduct.options, insuranceProductText)} />
            <CountField name="photosBeforeDepart" label={t('出发前车辆照片')} required min={0} max={6} suffix={t('张')} />
            <MoneyField name="receiptFromFen" label={t('附加费多少元起须票据')} hint={t('不填为不要求')} min={0} max={1_000_000} />
          </FieldRow>
          <CoverOfRule cityId={row?.cityId ?? undefined} isNew={row === null} />
          <ExamsField exams={exams} row={row} />
          {row ? <ReasonField /> : null}
          <p className="qualification-soft">{t('人脸和保险由查验服务判断；要求查验而服务没有应答时，司机不能上线、接单或提现。')}</p>
        </>
      )}
    </CallForm>
  )
}
