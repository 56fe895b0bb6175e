import { enterpriseCalls, enterprisePayMode, type EnterprisePayMode, enterprisePayModeText } from '@chauffeur/contract/enterprise'
import { Form, Input, InputNumber, Radio, Select, Switch } from 'antd'
import { sendCall, useSend } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { t, tr } from '#platform/text/text.ts'
import { useCities } from '#kit/pickers/use-cities.ts'
import { useVersioned } from '#kit/edit/use-versioned.ts'
import { type ConflictField, VersionConflict } from '#kit/edit/version-conflict.tsx'
import { FormDialog } from '#kit/edit/form.dialog.tsx'
import { fenOf, yuanOf } from '#ui/show/money.view.ts'
import type { Enterprise } from './enterprise.view.ts'
import './enterprise.css'

interface Values {
  name: string
  creditCode?: string
  contactName?: string
  contactPhone?: string
  payMode: EnterprisePayMode
  active: boolean
  cityIds: string[]
  credit?: number | null
  perOrder?: number | null
  month?: number | null
  billDay?: number
  from?: string
  to?: string
  remark?: string
}

/** Whoever may not see the telephone leaves it as it is. */
const isMasked = (row: Enterprise) => row.contactPhone.includes('*')

const valuesOf = (row: Enterprise | null): Partial<Values> => ({
  name: row?.name,
  creditCode: row?.creditCode,
  contactName: row?.contactName,
  contactPhone: row && !isMasked(row) ? row.contactPhone : undefined,
  payMode: row?.payMode ?? 'PREPAID',
  active: row ? row.state === 'ACTIVE' : true,
  cityIds: row ? [...row.cityIds] : [],
  credit: yuanOf(row?.creditLimitFen),
  perOrder: yuanOf(row?.perOrderLimitFen),
  month: yuanOf(row?.monthLimitFen),
  billDay: row?.billDay ?? 1,
  from: row?.hours?.from,
  to: row?.hours?.to,
  remark: row?.remark,
})

/** An enterprise that pays for its employees; without a row a new one. */
export default function EnterpriseForm({
  open,
  row: shown,
  onClose,
  onSaved,
}: {
  open: boolean
  row: Enterprise | null
  onClose: () => void
  onSaved?: (enterpriseId: string) => void
}) {
  const cities = useCities()
  const { send } = useSend(enterpriseCalls.saveEnterprise, { refreshes: [enterpriseCalls.enterprises, enterpriseCalls.enterprise] })
  const versions = useVersioned(open, shown, async (old) =>
    old ? sendCall(enterpriseCalls.enterprise, { enterpriseId: old.enterpriseId }) : undefined,
  )
  const row = versions.base
  const masked = row !== null && isMasked(row)
  const submit = async ({ active, credit, perOrder, month, from, to, contactPhone, ...values }: Values) => {
    const saved = await versions.guard(() =>
      send({
        ...values,
        billDay: values.billDay ?? row?.billDay ?? 1,
        ...(row && { enterpriseId: row.enterpriseId, version: row.version, ...(row.channelId && { channelId: row.channelId }) }),
        ...(masked && !contactPhone ? {} : { contactPhone: contactPhone ?? '' }),
        state: active ? 'ACTIVE' : 'STOPPED',
        creditLimitFen: values.payMode === 'POSTPAID' ? fenOf(credit) : 0,
        perOrderLimitFen: fenOf(perOrder),
        monthLimitFen: fenOf(month),
        ...(from && to && { hours: { from, to } }),
      }),
    )
    toast.success(t('已保存'))
    onSaved?.(saved.enterpriseId)
  }
  const fields: ConflictField<Partial<Values>>[] = [
    { name: 'name', label: t('企业名称') },
    { name: 'creditCode', label: t('统一社会信用代码') },
    { name: 'contactName', label: t('联系人') },
    { name: 'contactPhone', label: t('联系电话') },
    { name: 'cityIds', label: t('可用城市'), words: cities.words },
    { name: 'payMode', label: t('结算'), words: (mode: EnterprisePayMode) => tr(enterprisePayModeText[mode]) },
    { name: 'credit', label: t('信用额度（元）') },
    { name: 'billDay', label: t('每月账单日') },
    { name: 'perOrder', label: t('每单最多支付（元）') },
    { name: 'month', label: t('每月最多支付（元）') },
    { name: 'from', label: t('用车时间从') },
    { name: 'to', label: t('到') },
    { name: 'remark', label: t('备注') },
    { name: 'active', label: t('启用') },
  ]
  return (
    <FormDialog<Values>
      open={open}
      as="drawer"
      width={560}
      title={row ? t('修改企业') : t('新增企业')}
      initial={valuesOf(row)}
      onSubmit={submit}
      onClose={onClose}
    >
      <VersionConflict<Partial<Values>>
        base={valuesOf(row)}
        present={versions.present ? valuesOf(versions.present) : null}
        fields={fields}
        onTake={versions.take}
      />
      <div className="enterprise-pair">
        <Form.Item name="name" label={t('企业名称')} rules={[{ required: true, whitespace: true, message: t('请填写企业名称') }]}>
          <Input maxLength={60} autoComplete="off" />
        </Form.Item>
        <Form.Item name="creditCode" label={t('统一社会信用代码')}>
          <Input maxLength={18} autoComplete="off" spellCheck={false} />
        </Form.Item>
        <Form.Item name="contactName" label={t('联系人')}>
          <Input maxLength={40} autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="contactPhone"
          label={t('联系电话')}
          extra={masked ? t('现为 {phone}，不修改则留空', { phone: row?.contactPhone ?? '' }) : undefined}
        >
          <Input maxLength={24} inputMode="tel" autoComplete="off" />
        </Form.Item>
      </div>
      <Form.Item name="cityIds" label={t('可用城市')} extra={t('不选为全部城市')}>
        <Select mode="multiple" allowClear optionFilterProp="label" options={cities.options} />
      </Form.Item>
      <Form.Item name="payMode" label={t('结算')} extra={t('预存：先充值后使用；月结：在信用额度内先使用后结账')}>
        <Radio.Group options={enterprisePayMode.options.map((value) => ({ value, label: tr(enterprisePayModeText[value]) }))} />
      </Form.Item>
      <Form.Item noStyle dependencies={['payMode']}>
        {({ getFieldValue }) =>
          getFieldValue('payMode') === 'POSTPAID' ? (
            <div className="enterprise-pair">
              <Form.Item name="credit" label={t('信用额度（元）')} rules={[{ required: true, message: t('请填写') }]}>
                <InputNumber min={0} max={100_000_000} precision={2} />
              </Form.Item>
              <Form.Item name="billDay" label={t('每月账单日')} rules={[{ required: true, message: t('请填写') }]}>
                <InputNumber min={1} max={28} precision={0} />
              </Form.Item>
            </div>
          ) : null
        }
      </Form.Item>
      <div className="enterprise-pair">
        <Form.Item name="perOrder" label={t('每单最多支付（元）')} extra={t('不填为不限')}>
          <InputNumber min={0.01} max={10_000_000} precision={2} />
        </Form.Item>
        <Form.Item name="month" label={t('每月最多支付（元）')} extra={t('不填为不限')}>
          <InputNumber min={0.01} max={10_000_000} precision={2} />
        </Form.Item>
        <Form.Item name="from" label={t('用车时间从')} extra={t('都不填为全天')} dependencies={['to']} rules={[bothOrNeither('to')]}>
          <Input type="time" />
        </Form.Item>
        <Form.Item name="to" label={t('到')} extra={t('早于开始则跨零点')} dependencies={['from']} rules={[bothOrNeither('from')]}>
          <Input type="time" />
        </Form.Item>
      </div>
      <Form.Item name="remark" label={t('备注')}>
        <Input.TextArea rows={2} maxLength={500} showCount />
      </Form.Item>
      <Form.Item name="active" label={t('启用')} valuePropName="checked" extra={t('停用后不再为员工支付，进行中的订单不受影响')}>
        <Switch />
      </Form.Item>
    </FormDialog>
  )
}

const bothOrNeither =
  (other: 'from' | 'to') =>
  ({ getFieldValue }: { getFieldValue: (name: string) => unknown }) => ({
    validator: (_: unknown, value?: string) =>
      !value && getFieldValue(other) ? Promise.reject(new Error(t('开始和结束时间须同时填写'))) : Promise.resolve(),
  })
