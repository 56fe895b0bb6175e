import { enterpriseCalls, topUpWay, type TopUpWay, topUpWayText } from '@chauffeur/contract/enterprise'
import { Form, Input, InputNumber, Radio } from 'antd'
import { useSend } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { t, tr } from '#platform/text/text.ts'
import { FormDialog } from '#kit/edit/form.dialog.tsx'
import { fenOf, moneyText } from '#ui/show/money.view.ts'
import type { Enterprise } from './enterprise.view.ts'
import './enterprise.css'

export const moneyReads = [enterpriseCalls.enterprise, enterpriseCalls.enterprises, enterpriseCalls.entries]

interface Values {
  yuan: number
  way: TopUpWay
  reference: string
  remark?: string
}

/** Money that arrived from an enterprise is put on its balance. */
export function TopUpDialog({ open, row, onClose }: { open: boolean; row: Enterprise; onClose: () => void }) {
  const { send } = useSend(enterpriseCalls.topUp, { refreshes: moneyReads })
  return (
    <FormDialog<Values>
      open={open}
      title={t('充值：{name}', { name: row.name })}
      okText={t('确认入账')}
      initial={{ way: 'BANK' }}
      onSubmit={async ({ yuan, ...values }) => {
        const { balanceFen } = await send({ enterpriseId: row.enterpriseId, amountFen: fenOf(yuan), ...values })
        toast.success(t('已入账，余额 {balance}', { balance: moneyText(balanceFen) }))
      }}
      onClose={onClose}
    >
      <p className="enterprise-soft">{t('仅在款项到账后登记；现余额 {balance}。', { balance: moneyText(row.balanceFen) })}</p>
      <Form.Item name="yuan" label={t('到账金额（元）')} rules={[{ required: true, message: t('请填写金额') }]}>
        <InputNumber min={0.01} max={100_000_000} precision={2} style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item name="way" label={t('到账方式')}>
        <Radio.Group options={topUpWay.options.map((value) => ({ value, label: tr(topUpWayText[value]) }))} />
      </Form.Item>
      <Form.Item
        name="reference"
        label={t('流水号')}
        extra={t('银行或支付渠道的交易号，同一笔只能入账一次')}
        rules={[{ required: true, whitespace: true, message: t('请填写流水号') }]}
      >
        <Input maxLength={64} autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item name="remark" label={t('备注')}>
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
    </FormDialog>
  )
}
