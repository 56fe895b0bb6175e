import { driverClaimCalls } from '@chauffeur/contract/qualification/claim'
import { insuranceProductText } from '@chauffeur/contract/qualification/insurance'
import { Form } from 'antd'
import { SelectField } from '#kit/fields/fields.ts'
import { useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { faultOf } from '#ui/page/fault.view.ts'

/** The policies that covered the driver of the form at the time of its loss. */
export function PolicyField() {
  const driverNo = Form.useWatch<string | undefined>('driverNo')?.trim() ?? ''
  const orderNo = Form.useWatch<string | undefined>('orderNo')?.trim() ?? ''
  const lossAt = Form.useWatch<string | undefined>('lossAt') ?? ''
  const asked = driverNo !== '' && lossAt !== ''
  const query = useCall(driverClaimCalls.covering, { driverNo, lossAt, ...(orderNo && { orderNo }) }, { enabled: asked, silent: true })
  const policies = asked ? (query.data?.policies ?? []) : []
  const hint = !asked
    ? t('填写工号和出险时间后列出当时保障中的保单')
    : query.isError
      ? faultOf(query.error).hint
      : query.data && policies.length === 0
        ? t('{name} 在出险时间没有保障中的保单', { name: query.data.driverName })
        : query.data?.driverName
  return (
    <SelectField
      name="insuranceId"
      label={t('保单')}
      required
      {...(hint && { hint })}
      choices={policies.map(({ insuranceId, product, policyNo, insurer }) => ({
        value: insuranceId,
        label: `${tr(insuranceProductText[product])} · ${insurer} ${policyNo}`,
      }))}
    />
  )
}
