import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { driverDutyCalls } from '@chauffeur/contract/driver/duty'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { Button, Form, InputNumber, Select, Switch } from 'antd'
import { useState } from 'react'
import { sendCall, useCall, useSend } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { useMay } from '#platform/session/session.ts'
import { t, tr } from '#platform/text/text.ts'
import { useCities } from '#kit/pickers/use-cities.ts'
import { useVersioned } from '#kit/edit/use-versioned.ts'
import { type ConflictField, VersionConflict } from '#kit/edit/version-conflict.tsx'
import { Async } from '#ui/page/async.tsx'
import { FormDialog } from '#kit/edit/form.dialog.tsx'
import { fenOf, moneyText, yuanOf } from '#ui/show/money.view.ts'
import { Page, Panel } from '#ui/page/page.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { Tag } from '#ui/show/tag.tsx'
import '../driver.css'

type Rules = AnswerOf<typeof driverDutyCalls.list>['rows'][number]
/** Asks nothing: what holds where neither tenant nor city has rules. */
const nothingAsked: Omit<Rules, 'cityId' | 'cityName'> = {
  version: 0,
  faceRequired: false,
  faceEveryHours: 24,
  insuranceRequired: false,
  insuranceEveryHours: 24,
  photosBeforeDepart: 0,
  receiptFromFen: null,
}
interface Editing {
  /** Null for the whole tenant; undefined: to be chosen. */
  cityId: string | null | undefined
  rules: Omit<Rules, 'cityId' | 'cityName'>
}

/** What drivers have to show before duty and during a trip, by city. */
export default function DutyRulesScreen() {
  const query = useCall(driverDutyCalls.list, {})
  const mayEdit = useMay(driverDutyCalls.save)
  const [editing, setEditing] = useState<Editing | null>(null)
  const cities = useCities().list
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
            onClick={() => setEditing({ cityId: undefined, rules: nothingAsked })}
          >
            {t('新增城市规则')}
          </Button>
        ) : undefined
      }
    >
      <Panel>
        <Async query={query}>
          {({ rows, mayChangeTenant }) => (
            <RulesTable
              rows={rows}
              mayChange={(cityId) => (cityId === null ? mayChangeTenant : mayEdit && own.has(cityId))}
              onEdit={setEditing}
            />
          )}
        </Async>
      </Panel>
      <RulesForm editing={editing} cities={free} onClose={() => setEditing(null)} />
    </Page>
  )
}

const asked = (required: boolean, hours: number) =>
  required ? <Tag tone="run">{t('须通过，{n} 小时内有效', { n: hours })}</Tag> : <Tag tone="off">{t('不要求')}</Tag>

function RulesTable({
  rows,
  mayChange,
  onEdit,
}: {
  rows: readonly Rules[]
  mayChange: (cityId: string | null) => boolean
  onEdit: (editing: Editing) => void
}) {
  const tenant = rows.find((row) => row.cityId === null) ?? { ...nothingAsked, cityId: null, cityName: '' }
  const nameOf = ({ cityId, cityName }: Rules) => (cityId === null ? t('全部城市') : tr(cityName))
  return (
    <PlainTable
      rows={[tenant, ...rows.filter((row) => row.cityId !== null)]}
      rowKey={({ cityId }) => cityId ?? 'tenant'}
      columns={[
        { title: t('城市'), head: true, cell: nameOf },
        { title: t('上线前人脸识别'), cell: (row) => asked(row.faceRequired, row.faceEveryHours) },
        { title: t('上线前保险查验'), cell: (row) => asked(row.insuranceRequired, row.insuranceEveryHours) },
        {
          title: t('出发前车辆照片'),
          end: true,
          cell: ({ photosBeforeDepart: n }) => (n === 0 ? t('不要求') : t('{n} 张', { n })),
        },
        {
          title: t('附加费票据'),
          cell: ({ receiptFromFen: fen }) => (fen === null ? t('不要求') : t('{sum} 起须上传', { sum: moneyText(fen) })),
        },
        {
          title: t('操作'),
          cell: (row) =>
            mayChange(row.cityId) ? (
              <button
                type="button"
                className="ui-text-button"
                aria-label={t('修改 {name}', { name: nameOf(row) })}
                onClick={() => onEdit({ cityId: row.cityId, rules: row })}
              >
                {t('修改')}
              </button>
            ) : null,
        },
      ]}
    />
  )
}

interface Values {
  cityId?: string
  faceRequired: boolean
  faceEveryHours: number
  insuranceRequired: boolean
  insuranceEveryHours: number
  photosBeforeDepart: number
  receipt?: number | null
}

const valuesOf = (rules: Editing['rules']): Values => ({
  faceRequired: rules.faceRequired,
  faceEveryHours: rules.faceEveryHours,
  insuranceRequired: rules.insuranceRequired,
  insuranceEveryHours: rules.insuranceEveryHours,
  photosBeforeDepart: rules.photosBeforeDepart,
  ...(rules.receiptFromFen !== null && { receipt: yuanOf(rules.receiptFromFen) }),
})

export function RulesForm({
  editing,
  cities,
  onClose,
}: {
  editing: Editing | null
  cities: readonly { cityId: string; name: string }[]
  onClose: () => void
}) {
  const { send } = useSend(driverDutyCalls.save, { refreshes: [driverDutyCalls.list] })
  const [last, setLast] = useState(editing)
  if (editing !== null && editing !== last) setLast(editing)
  const cityId = last?.cityId
  const versions = useVersioned(editing !== null, last?.rules ?? nothingAsked, async () =>
    cityId === undefined ? undefined : (await sendCall(driverDutyCalls.list, {})).rows.find((row) => row.cityId === cityId),
  )
  if (!last) return null
  const rules = versions.base
  const required = [{ required: true, message: t('请填写') }]
  const fields: ConflictField<Values>[] = [
    { name: 'faceRequired', label: t('上线前人脸识别') },
    { name: 'faceEveryHours', label: t('人脸识别有效（小时）') },
    { name: 'insuranceRequired', label: t('上线前保险查验') },
    { name: 'insuranceEveryHours', label: t('保险查验有效（小时）') },
    { name: 'photosBeforeDepart', label: t('出发前车辆照片（张）') },
    { name: 'receipt', label: t('附加费多少元起须票据') },
  ]
  return (
    <FormDialog<Values>
      open={editing !== null}
      title={cityId === undefined ? t('新增城市规则') : t('修改司机上线规则')}
      initial={valuesOf(rules)}
      onSubmit={async ({ receipt, cityId: chosen, ...values }) => {
        const city = chosen ?? cityId
        await versions.guard(() =>
          send({
            ...values,
            ...(city && { cityId: city }),
            ...(receipt !== null && receipt !== undefined && { receiptFromFen: fenOf(receipt) }),
            version: rules.version,
          }),
        )
        toast.success(t('已保存'))
      }}
      onClose={onClose}
    >
      <VersionConflict<Values>
        base={valuesOf(rules)}
        present={versions.present ? valuesOf(versions.present) : null}
        fields={fields}
        onTake={versions.take}
      />
      {cityId === undefined ? (
        <Form.Item name="cityId" label={t('城市')} rules={[{ required: true, message: t('请选择城市') }]}>
          <Select options={cities.map((city) => ({ value: city.cityId, label: tr(city.name) }))} />
        </Form.Item>
      ) : null}
      <div className="driver-fields">
        <Form.Item name="faceRequired" label={t('上线前人脸识别')} valuePropName="checked">
          <Switch />
        </Form.Item>
        <Form.Item name="faceEveryHours" label={t('通过后有效（小时）')} rules={required}>
          <InputNumber min={1} max={720} precision={0} className="driver-wide" />
        </Form.Item>
        <Form.Item name="insuranceRequired" label={t('上线前保险查验')} valuePropName="checked">
          <Switch />
        </Form.Item>
        <Form.Item name="insuranceEveryHours" label={t('通过后有效（小时）')} rules={required}>
          <InputNumber min={1} max={720} precision={0} className="driver-wide" />
        </Form.Item>
        <Form.Item name="photosBeforeDepart" label={t('出发前车辆照片（张）')} rules={required}>
          <InputNumber min={0} max={6} precision={0} className="driver-wide" />
        </Form.Item>
        <Form.Item name="receipt" label={t('附加费多少元起须票据')} extra={t('不填为不要求')}>
          <InputNumber min={0} max={10_000} precision={2} className="driver-wide" />
        </Form.Item>
      </div>
      <p className="driver-soft">{t('人脸和保险由查验服务判断；要求查验而服务没有应答时，司机不能上线。')}</p>
    </FormDialog>
  )
}
